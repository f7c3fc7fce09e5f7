// What pages do besides being read. Everything on them is there without it.

document.documentElement.classList.add('scripted');

const PAUSE_MS = 180;

/** Shows what a text finds while it is being typed. */
function searchWhileTyping() {
  const input = document.querySelector('#query');
  let shown = input.value.trim();
  let timer;
  let last;

  async function show() {
    const query = input.value.trim();
    const results = document.querySelector('#results');
    if (query === shown || !results) return;
    last?.abort();
    last = new AbortController();
    const address = query ? `/?${new URLSearchParams({ query })}` : '/';
    try {
      const response = await fetch(address, { signal: last.signal });
      const page = new DOMParser().parseFromString(await response.text(), 'text/html');
      const found = page.querySelector('#results');
      if (!found) return;
      results.replaceWith(document.adoptNode(found));
      document.title = page.title;
      // For who cannot see it.
      document.querySelector('#told').textContent = found.querySelector('h1').textContent;
      history.replaceState(null, '', address);
      shown = query;
    } catch {
      // Given up for a newer text, or there is no connection: the button still works, and says what is wrong.
    }
  }

  input.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(show, PAUSE_MS);
  });
}

/** Lets the days of a chart be pointed at, or gone through by its slider; the values stand in the table behind it. */
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
    slider.setAttribute('aria-valuetext', `${values[0]}: ${values.at(-2)} copies`);
    cursor.setAttribute('x1', `${(index / last) * 100}%`);
    cursor.setAttribute('x2', `${(index / last) * 100}%`);
  }

  // What shows by itself without a script would stand in the way of this.
  for (const title of chart.querySelectorAll('.day title')) title.remove();
  chart.addEventListener('pointermove', ({ clientX }) => {
    const { left, width } = chart.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (clientX - left) / width));
    show(Math.round(share * last));
  });
  chart.addEventListener('pointerleave', () => show(last));
  slider.addEventListener('input', () => show(Number(slider.value)));
  show(last);
}

searchWhileTyping();
document.querySelectorAll('figure[data-days]').forEach(readDays);
