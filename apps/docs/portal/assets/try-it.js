// The form that sends a request to the API. The key is kept in memory or, if the user chooses to, in the session
// storage of the tab. It is sent in a header, never in the URL of a request.
const STORED = 'key';
const PLACEHOLDER = 'gcd_live_…';
const MAX_SHOWN = 65_536;
const SHOWN_HEADERS = ['retry-after', 'etag', 'x-ratelimit-bucket', 'x-ratelimit-remaining'];

/**
 * Takes the key from the fragment of a link that ends with `#key=KEY`, which is never sent to a server, and shows the
 * key of the tab in the samples. `npm start` prints such a link.
 */
export function fillInKey() {
  const [, given] = /^#key=(gcd_live_\w+)$/.exec(location.hash) ?? [];
  if (given) {
    sessionStorage.setItem(STORED, given);
    history.replaceState(null, '', location.pathname);
  }
  const key = sessionStorage.getItem(STORED);
  if (!key) return;
  for (const code of document.querySelectorAll('.code code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
      texts.currentNode.data = texts.currentNode.data.replace(PLACEHOLDER, key);
  }
}

/** Makes a form send an API request when the user submits it. */
export function prepareTryIt(form) {
  const key = form.querySelector('#key');
  const keep = form.querySelector('#keep-key');
  key.value = sessionStorage.getItem(STORED) ?? '';
  keep.checked = key.value !== '';
  const store = () => {
    if (keep.checked) sessionStorage.setItem(STORED, key.value);
    else sessionStorage.removeItem(STORED);
  };
  keep.addEventListener('change', store);
  key.addEventListener('change', store);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const result = form.querySelector('.result');
    result.textContent = 'Sending …';
    try {
      await send(targetOf(form), key.value.trim(), result);
    } catch (error) {
      result.textContent = `The request failed: ${error.message}`;
    }
  });
}

function targetOf(form) {
  let target = form.dataset.path;
  const query = new URLSearchParams();
  for (const { name, value, dataset } of form.querySelectorAll('[data-in]')) {
    if (dataset.in === 'path') target = target.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  return query.size > 0 ? `${target}?${query}` : target;
}

async function send(target, key, result) {
  const began = performance.now();
  const response = await fetch(target, { headers: { 'x-api-key': key } });
  const text = await readStart(response);
  const ms = Math.round(performance.now() - began);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  const headers = SHOWN_HEADERS.flatMap((name) =>
    response.headers.has(name) ? `${name}: ${response.headers.get(name)}` : [],
  );
  const line = document.createElement('p');
  line.className = response.ok ? 'ok' : 'failed';
  line.textContent = `${response.status} ${response.statusText} · ${ms} ms`;
  const body = document.createElement('pre');
  body.tabIndex = 0;
  body.textContent = [
    `GET ${target}`,
    ...headers,
    '',
    isJson ? JSON.stringify(JSON.parse(text), null, 2) : text,
  ].join('\n');
  result.replaceChildren(line, body);
}

/** Reads the body of a response, or only its beginning if the response is a long file. */
async function readStart(response) {
  if (response.headers.get('content-type')?.startsWith('application/json')) return response.text();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  while (text.length < MAX_SHOWN) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += value;
  }
  await reader.cancel();
  return `${text.slice(0, MAX_SHOWN)}\n… The rest is not shown.`;
}
