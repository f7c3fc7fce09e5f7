import { escapeHtml } from './markdown.js';

/** Renders the form that sends a request for an operation. The form is hidden in browsers without scripts. */
export function tryIt({ id, path, parameters, target }) {
  const query = new URL(target, 'http://localhost').searchParams;
  const fields = parameters
    .filter(({ in: place }) => place !== 'header')
    .map((parameter) => fieldOf(parameter, query.get(parameter.name)))
    .join('\n');
  return `<form class="try" data-path="${escapeHtml(path)}" aria-labelledby="try-it">
<h2 id="try-it">Try it</h2>
<div class="field key"><label for="key">API key</label>
<input id="key" type="password" autocomplete="off" spellcheck="false" placeholder="gcd_live_…" required>
<label class="check"><input id="keep-key" type="checkbox"> Keep until this tab is closed</label></div>
${fields}
<button type="submit">Send request</button>
<div class="result" role="status" aria-label="Response of ${escapeHtml(id)}"></div>
</form>`;
}

function fieldOf({ name, in: place, required, schema, example }, inTarget) {
  const id = `try-${name}`;
  const given = place === 'path' ? (example ?? schema.enum?.[0]) : inTarget;
  const value = given === null || given === undefined ? '' : ` value="${escapeHtml(`${given}`)}"`;
  const attributes = `id="${id}" name="${name}" data-in="${place}"${required ? ' required' : ''}`;
  const options = schema.type === 'boolean' ? ['true', 'false'] : schema.enum;
  const input = options
    ? `<select ${attributes}>${required ? '' : '<option value=""></option>'}${options
        .map((each) => `<option${each === given ? ' selected' : ''}>${escapeHtml(each)}</option>`)
        .join('')}</select>`
    : `<input ${attributes}${value} autocomplete="off" spellcheck="false">`;
  const note = required ? '' : ' <span>optional</span>';
  return `<div class="field"><label for="${id}"><code>${name}</code>${note}</label>\n${input}</div>`;
}
