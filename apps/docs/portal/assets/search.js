import MiniSearch from 'minisearch';

const MAX_RESULTS = 12;

let index;
async function loadIndex() {
  const response = await fetch('/docs/assets/search.json');
  const made = new MiniSearch({
    fields: ['title', 'page', 'text'],
    storeFields: ['title', 'page', 'text', 'url'],
    // Index each field name both as a whole and by its parts.
    tokenize: (text) =>
      text
        .toLowerCase()
        .match(/[a-z0-9]+(?:_[a-z0-9]+)*/g)
        ?.flatMap(partsOf) ?? [],
    searchOptions: {
      boost: { title: 4, page: 2 },
      prefix: true,
      fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      combineWith: 'AND',
    },
  });
  made.addAll(await response.json());
  return made;
}

const partsOf = (word) => (word.includes('_') ? [word, ...word.split('_')] : [word]);

function build(dialog) {
  dialog.innerHTML = `<form method="dialog"><input type="search" role="combobox" aria-label="Search the documentation"
    placeholder="Search guides, operations and fields" aria-expanded="true" aria-controls="results" aria-autocomplete="list"
    autocomplete="off" spellcheck="false"><button>Close</button></form>
    <ul id="results" role="listbox" aria-label="Results"></ul><p role="status"></p>`;
  const input = dialog.querySelector('input');
  const list = dialog.querySelector('ul');
  const status = dialog.querySelector('p');
  let chosen = 0;

  const select = (number) => {
    const items = [...list.children];
    if (items.length === 0) return input.removeAttribute('aria-activedescendant');
    chosen = (number + items.length) % items.length;
    for (const [place, item] of items.entries()) {
      item.setAttribute('aria-selected', String(place === chosen));
    }
    items[chosen].scrollIntoView({ block: 'nearest' });
    input.setAttribute('aria-activedescendant', items[chosen].id);
  };
  const follow = (item) => {
    dialog.close();
    location.assign(item.dataset.url);
  };
  input.addEventListener('input', () => {
    const found = index.search(input.value).slice(0, MAX_RESULTS);
    list.replaceChildren(...found.map(resultItem));
    status.textContent = input.value && found.length === 0 ? 'Nothing found.' : '';
    select(0);
  });
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) select(chosen + step);
    else if (event.key === 'Enter' && list.children[chosen]) follow(list.children[chosen]);
    else return;
    event.preventDefault();
  });
  list.addEventListener('click', ({ target }) => {
    const item = target.closest('li');
    if (item) follow(item);
  });
}

function resultItem({ title, page, text, url }, number) {
  const item = document.createElement('li');
  item.id = `result-${number}`;
  item.setAttribute('role', 'option');
  item.dataset.url = url;
  const name = document.createElement('strong');
  name.textContent = title === page ? page : `${title} · ${page}`;
  const excerpt = document.createElement('span');
  excerpt.textContent = text.slice(0, 120);
  item.append(name, excerpt);
  return item;
}

export async function openSearchDialog(dialog) {
  index ??= await loadIndex();
  if (!dialog.firstChild) build(dialog);
  dialog.showModal();
  dialog.querySelector('input').select();
}
