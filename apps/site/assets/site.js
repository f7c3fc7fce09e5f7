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
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = button.dataset.png.replace(/.*\/|\?.*/g, '').replace(/svg$/, 'png');
      link.click();
      URL.revokeObjectURL(link.href);
    });
  });
}

document.querySelectorAll('#query').forEach(suggestWhileTyping);
document.querySelectorAll('figure[data-days]').forEach(readDays);
document.querySelectorAll('[data-copy]').forEach(copyOnClick);
document.querySelectorAll('[data-png]').forEach(savePngOnClick);
