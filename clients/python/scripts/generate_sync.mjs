// Writes the synchronous modules, src/gcd_client/_sync, from the asynchronous ones. `npm run build` runs this program.
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

mkdirSync(`${PACKAGE}_sync`, { recursive: true });
for (const module of readdirSync(`${PACKAGE}_async`).filter((name) => name.endsWith('.py'))) {
  let text = readFileSync(`${PACKAGE}_async/${module}`, 'utf8');
  for (const [pattern, replacement] of REPLACEMENTS) text = text.replace(pattern, replacement);
  writeFileSync(`${PACKAGE}_sync/${module}`, HEADER + text);
}
