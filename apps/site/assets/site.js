// Adds features in browsers that run scripts. All content is readable without them.

document.documentElement.classList.add('scripted');

const PAUSE_MS = 150;
const MIN_LENGTH = 2;
const PNG_SCALE = 2;

/**
 * Shows suggestions while the user types in the search box. The markup follows the ARIA pattern for a combobox with a
 * list box.
 */
function suggestWhileTyping(input) {
  const list = document.createElement('ul');
  list.id = 'suggestions';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Suggestions');
  list.hidden = true;
  input.form.append(list);
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
    ['aria-expanded', 'false'],
  ]) {
    input.setAttribute(name, value);
  }
  let timer;
  let last;
  let selected = -1;

  function close() {
    clearTimeout(timer);
    last?.abort();
    list.hidden = true;
    selected = -1;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function select(index) {
    selected = (index + list.children.length) % list.children.length;
    for (const [each, option] of [...list.children].entries()) {
      option.setAttribute('aria-selected', String(each === selected));
    }
    input.setAttribute('aria-activedescendant', list.children[selected].id);
  }

  function open(suggestions) {
    list.replaceChildren(
      ...suggestions.map(({ text, kind, url }, index) => {
        const option = document.createElement('li');
        option.id = `suggestion-${index}`;
        option.setAttribute('role', 'option');
        option.setAttribute('aria-selected', 'false');
        option.dataset.url = url;
        option.textContent = text;
        if (kind !== 'query')
          option.append(
            Object.assign(document.createElement('small'), { textContent: ` ${kind}` }),
          );
        return option;
      }),
    );
    selected = -1;
    list.hidden = suggestions.length === 0;
    input.setAttribute('aria-expanded', String(!list.hidden));
    input.removeAttribute('aria-activedescendant');
  }

  async function suggest() {
    const query = input.value.trim();
    last?.abort();
    if (query.length < MIN_LENGTH) return close();
    last = new AbortController();
    try {
      const response = await fetch(`/suggest?${new URLSearchParams({ query })}`, {
        signal: last.signal,
      });
      open(response.ok ? await response.json() : []);
    } catch {
      // The user has typed more or closed the list, or the connection failed. Searching still works without suggestions.
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, PAUSE_MS);
  });
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !list.hidden) {
      event.preventDefault();
      return close();
    }
    if (list.hidden) return;
    if (event.key === 'ArrowDown') select(selected + 1);
    else if (event.key === 'ArrowUp') select(selected < 0 ? -1 : selected - 1);
    else if (event.key === 'Enter' && selected >= 0)
      location.assign(list.children[selected].dataset.url);
    else return;
    event.preventDefault();
  });
  input.addEventListener('blur', close);
  // Keep the focus in the input. Otherwise, the list would close before the click selects a suggestion.
  list.addEventListener('pointerdown', (event) => event.preventDefault());
  list.addEventListener('click', ({ target }) => {
    const url = target.closest('[data-url]')?.dataset.url;
    if (url) location.assign(url);
  });
}

/**
 * Shows the values of a day when the pointer or the slider selects that day in a chart. The script reads the values
 * from the table below the chart.
 */
function readDays(figure) {
  const rows = [...figure.parentElement.querySelectorAll('table.days tbody tr')].reverse();
  const [chart, slider] = [
    figure.querySelector('svg.growth'),
    figure.querySelector('.scrub input'),
  ];
  const cursor = chart.querySelector('.cursor');
  const places = [...figure.querySelectorAll('[data-of]')];
  const last = rows.length - 1;

  function show(index) {
    const values = [...rows[index].cells].map((cell) => cell.textContent);
    places.forEach((place, column) => {
      place.textContent = values[column];
    });
    slider.value = index;
    slider.setAttribute('aria-valuetext', `${values[0]}: ${values.at(-2)} graded`);
    cursor.setAttribute('x1', `${(index / last) * 100}%`);
    cursor.setAttribute('x2', `${(index / last) * 100}%`);
  }

  // Remove the titles, because the browser's own tooltips would cover the chart.
  for (const title of chart.querySelectorAll('.bands title')) title.remove();
  for (const type of ['pointerdown', 'pointermove']) {
    chart.addEventListener(type, ({ clientX }) => {
      const { left, width } = chart.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (clientX - left) / width));
      show(Math.round(share * last));
    });
  }
  // A finger leaves the chart at the end of every tap. The values of the tapped day stay.
  chart.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') show(last);
  });
  slider.addEventListener('input', () => show(Number(slider.value)));
  show(last);
}

/**
 * Shows the values of a bar or day beside a chart, when a pointer or an arrow key selects it. The values are in the
 * titles of the chart's parts, which are removed, because the browser would show them a second time.
 */
function describeParts(chart) {
  const parts = [...chart.querySelectorAll('title')].map((title) => {
    const part = { shape: title.parentElement, text: title.textContent };
    title.remove();
    return part;
  });
  if (parts.length === 0) return;
  const tip = element('div', { className: 'tip', hidden: true });
  chart.after(tip);
  chart.setAttribute('tabindex', '0');
  let selected = -1;

  function show(index, isSpoken = false) {
    parts[selected]?.shape.classList.remove('selected');
    selected = index;
    const { shape, text } = parts[selected] ?? {};
    tip.hidden = !shape;
    if (!shape) return;
    shape.classList.add('selected');
    tip.textContent = text;
    if (isSpoken) copyStatus.textContent = text;
    // Place the tip beside a band of a chart over time, or below a row of bars.
    const [frame, place] = [chart.getBoundingClientRect(), shape.getBoundingClientRect()];
    const isBand = place.height >= frame.height;
    const isLeft = place.left + place.width / 2 < frame.left + frame.width / 2;
    tip.style.left = '0';
    const end = Math.max(0, frame.width - tip.offsetWidth);
    const beside = isLeft ? place.right - frame.left : place.left - frame.left - tip.offsetWidth;
    tip.style.left = `${isBand ? Math.min(Math.max(0, beside), end) : end / 2}px`;
    const top = isBand ? frame.top : place.bottom;
    tip.style.top = `${top - chart.parentElement.getBoundingClientRect().top}px`;
  }

  for (const type of ['pointerdown', 'pointermove']) {
    chart.addEventListener(type, ({ target }) => {
      chart.style.outline = 'none';
      show(parts.findIndex(({ shape }) => shape.contains(target)));
    });
  }
  // A finger leaves the chart at the end of every tap. The values of the tapped part stay.
  chart.addEventListener('pointerleave', ({ pointerType }) => {
    if (pointerType === 'mouse') show(-1);
  });
  chart.addEventListener('blur', () => {
    chart.style.outline = '';
    show(-1);
  });
  chart.addEventListener('keydown', (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') show(-1);
    if (!step) return;
    event.preventDefault();
    chart.style.outline = '';
    show(
      (selected < 0 ? (step > 0 ? 0 : parts.length - 1) : selected + step + parts.length) %
        parts.length,
      true,
    );
  });
}

// Screen readers announce the text of this element. They do not announce the text of a button when it changes.
const copyStatus = Object.assign(document.createElement('p'), { className: 'unseen' });
copyStatus.setAttribute('role', 'status');
document.body.append(copyStatus);

/** Copies text to the clipboard when the button is clicked. */
function copyOnClick(button) {
  const label = button.textContent;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Failed';
    }
    copyStatus.textContent = button.textContent;
    setTimeout(() => {
      button.textContent = label;
      copyStatus.textContent = '';
    }, 1500);
  });
}

/** Downloads a file that was made in the browser. */
function save(blob, download) {
  const href = URL.createObjectURL(blob);
  element('a', { href, download }).click();
  URL.revokeObjectURL(href);
}

/**
 * Saves a chart as a PNG when the button is clicked. The server provides the chart as SVG, and the browser renders the
 * PNG.
 */
function savePngOnClick(button) {
  button.addEventListener('click', async () => {
    const image = new Image();
    image.src = button.dataset.png;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * PNG_SCALE;
    canvas.height = image.naturalHeight * PNG_SCALE;
    canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => {
      save(blob, button.dataset.png.replace(/.*\/|\?.*/g, '').replace(/svg$/, 'png'));
    });
  });
}

// The watch list is kept in this browser: for each card, its counts on the day of the last visit and on the visit day
// before that one.
const WATCHED = 'watched';
const MAX_WATCHED = 100;
const ID = /^[0-9a-f]{40}$/;
const NAMES = { psa: 'PSA', beckett: 'Beckett', sgc: 'SGC', cgc: 'CGC' };

/** Selects the valid cards of a watch list, which may come from an imported file. */
const validWatched = (list) =>
  (Array.isArray(list) ? list : []).filter(
    (card) => ID.test(card?.id) && card.name && card.seen?.counts && card.before?.counts,
  );

function readWatched() {
  try {
    return validWatched(JSON.parse(localStorage.getItem(WATCHED)));
  } catch {
    return [];
  }
}

/** Stores the watch list. @returns whether all cards are in it */
function storeWatched(cards) {
  try {
    localStorage.setItem(WATCHED, JSON.stringify(cards.slice(0, MAX_WATCHED)));
    return cards.length <= MAX_WATCHED;
  } catch {
    return false;
  }
}

/** Returns the counts on this day, as they are stored. */
const seenToday = (counts) => ({ date: new Date().toISOString().slice(0, 10), counts });

/** Returns the current counts of cards, as `watchedCard` of the server makes them. */
async function countedCards(ids) {
  const response = await fetch(`/watch/cards?${new URLSearchParams({ ids })}`);
  if (!response.ok) throw new Error(response.statusText);
  return response.json();
}

/** Adds a card to the watch list or removes it when the button is clicked. The button is a star or has a text. */
function watchOnClick(button, isWatchedNow) {
  const { watch: id, name } = button.dataset;
  const isStar = button.classList.contains('star');
  let isWatched = isWatchedNow;
  const show = () => {
    const text = isWatched ? 'Stop watching' : 'Watch';
    button.classList.toggle('on', isWatched);
    if (isStar) {
      button.title = `${text} ${name}`;
      button.setAttribute('aria-label', button.title);
    } else button.textContent = text;
  };
  show();
  button.addEventListener('click', async () => {
    try {
      const cards = readWatched().filter((card) => card.id !== id);
      const [found] = isWatched ? [] : await countedCards([id]);
      const seen = found && seenToday(found.counts);
      if (found) cards.push({ id, name: found.name, seen, before: seen });
      if (!storeWatched(cards)) throw new RangeError();
      isWatched = found !== undefined;
      show();
      copyStatus.textContent = `${isWatched ? 'Added to' : 'Removed from'} the watch list`;
    } catch (error) {
      copyStatus.textContent =
        error instanceof RangeError
          ? `The list can have ${MAX_WATCHED} cards`
          : 'Not available now. Try again in a minute.';
      button[isStar ? 'title' : 'textContent'] = copyStatus.textContent;
    }
  });
}

/** Creates an element. Texts are never parsed as HTML. */
function element(tag, properties, ...children) {
  const created = Object.assign(document.createElement(tag), properties);
  created.append(...children);
  return created;
}

const signed = (count) => `${count > 0 ? '+' : ''}${count.toLocaleString('en-US')}`;

/** Shows the watched cards with what has changed since the last visit, and lets the user export and import them. */
function showWatched(section) {
  const body = section.querySelector('tbody');
  const status = section.querySelector('[role=status]');

  function row({ id, name, before }, current) {
    const since = (key) => (current?.counts[key] ?? 0) - (before.counts[key] ?? 0);
    const changes = Object.entries(NAMES)
      .filter(([grader]) => since(grader) !== 0)
      .map(([grader, title]) => `${title} ${signed(since(grader))}`);
    const date = new Date(before.date).toLocaleDateString('en-US', {
      dateStyle: 'medium',
      timeZone: 'UTC',
    });
    const note = current
      ? `${changes.join(', ') || 'No change'} since ${date}`
      : 'This card no longer exists.';
    const cell = (label, text) => {
      const created = element('td', { textContent: text });
      created.dataset.label = label;
      return created;
    };
    const title = element('a', { href: current?.url ?? `/card/${id}`, textContent: name });
    const remove = element('button', { type: 'button', className: 'plain', textContent: 'Remove' });
    remove.setAttribute('aria-label', `Stop watching ${name}`);
    remove.addEventListener('click', () => {
      storeWatched(readWatched().filter((card) => card.id !== id));
      remove.closest('tr').remove();
      status.textContent = `Removed ${name}`;
    });
    const heading = element('th', { scope: 'row' }, title, element('small', { textContent: note }));
    const values = current
      ? [
          ['Graded', current.counts.total.toLocaleString('en-US')],
          ['Added', signed(since('total'))],
          ['Gem', current.counts.gem.toLocaleString('en-US')],
          ['Gem added', signed(since('gem'))],
        ]
      : ['Graded', 'Added', 'Gem', 'Gem added'].map((label) => [label, '–']);
    return element(
      'tr',
      {},
      heading,
      ...values.map(([label, text]) => cell(label, text)),
      element('td', {}, remove),
    );
  }

  async function show() {
    const cards = readWatched();
    section.querySelector('table').hidden = cards.length === 0;
    if (cards.length === 0) {
      status.textContent = 'You watch no cards yet. Select the star of a card in any list.';
      return;
    }
    try {
      const ids = cards.map(({ id }) => id).sort();
      const current = new Map((await countedCards(ids)).map((card) => [card.id, card]));
      const updated = cards.map((card) => {
        const found = current.get(card.id);
        if (!found) return card;
        const seen = seenToday(found.counts);
        const before = card.seen.date < seen.date ? card.seen : card.before;
        return { id: card.id, name: found.name, seen, before };
      });
      storeWatched(updated);
      body.replaceChildren(...updated.map((card) => row(card, current.get(card.id))));
      status.textContent = '';
    } catch {
      status.textContent = 'The counts are not available now. Reload the page in a minute.';
    }
  }

  section.querySelector('[data-export]').addEventListener('click', () => {
    const file = new Blob([JSON.stringify(readWatched(), null, 2)], { type: 'application/json' });
    save(file, 'watch-list.json');
  });
  section.querySelector('input[type=file]').addEventListener('change', async ({ target }) => {
    try {
      const added = validWatched(JSON.parse(await target.files[0].text()));
      const all = new Map([...added, ...readWatched()].map((card) => [card.id, card]));
      const isStored = storeWatched([...all.values()]);
      await show();
      if (!isStored) status.textContent = `The list can have ${MAX_WATCHED} cards.`;
    } catch {
      status.textContent = 'This file is not a watch list. Choose a file that was exported here.';
    }
    target.value = '';
  });
  show();
}

document.querySelectorAll('#query').forEach(suggestWhileTyping);
document.querySelectorAll('figure[data-days]').forEach(readDays);
document.querySelectorAll('svg.over-time:not(.growth), svg.bars').forEach(describeParts);
document.querySelectorAll('[data-copy]').forEach(copyOnClick);
document.querySelectorAll('[data-png]').forEach(savePngOnClick);
const watchedIds = new Set(readWatched().map(({ id }) => id));
for (const button of document.querySelectorAll('[data-watch]')) {
  watchOnClick(button, watchedIds.has(button.dataset.watch));
}
document.querySelectorAll('#watched').forEach(showWatched);
