// Writes the synchronous modules, src/gcd_client/_sync, from the asynchronous ones, and `responses.py` of both, whose
// operations return the response with the data. `npm run build` runs this program.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PACKAGE = fileURLToPath(new URL('../src/gcd_client/', import.meta.url));
const HEADER = '# Generated from "_async" by scripts/generate_sync.mjs: do not edit.\n';
const REPLACEMENTS = [
  [/\basync (def|with|for)\b/g, '$1'],
  [/\bawait /g, ''],
  [/\b__a(iter|enter|exit)__\b/g, '__$1__'],
  [/\ba(close|read)\(/g, '$1('],
  [/\baiter_raw\b/g, 'iter_raw'],
  [/\basync_sleep\b/g, 'sleep'],
  [/\bAwaitable\[Result\]/g, 'Result'],
  [/\bAwaitable, /g, ''],
  [/\bAsync(?=[A-Z])/g, ''],
];

const RESPONSES = [
  [/^"""The operations of the API, /, '"""The operations of the API that return an ApiResponse, '],
  [/\bAsyncOperations\b/g, 'AsyncResponses'],
  [/Each returns the ``data`` of the response\./, 'Each returns an ApiResponse.'],
  [/import ListPage\b/, 'import ApiResponse, ListPage'],
  [/ -> (.+):$/gm, ' -> ApiResponse[$1]:'],
];

let responses = readFileSync(`${PACKAGE}_async/operations.py`, 'utf8');
for (const [pattern, replacement] of RESPONSES) responses = responses.replace(pattern, replacement);
writeFileSync(
  `${PACKAGE}_async/responses.py`,
  responses.replace(
    '\n\n',
    '\n\n# Generated from "operations.py" by scripts/generate_sync.mjs: do not edit.\n',
  ),
);

mkdirSync(`${PACKAGE}_sync`, { recursive: true });
for (const module of readdirSync(`${PACKAGE}_async`).filter((name) => name.endsWith('.py'))) {
  let text = readFileSync(`${PACKAGE}_async/${module}`, 'utf8');
  for (const [pattern, replacement] of REPLACEMENTS) text = text.replace(pattern, replacement);
  writeFileSync(`${PACKAGE}_sync/${module}`, HEADER + text);
}
