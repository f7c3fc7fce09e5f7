// Records a shortened real response of each operation for the OpenAPI document. Run it against the sample
// dataset when a response changes:
//
// GCD_API_URL=… GCD_API_KEY=… node apps/gateway/portal/record-examples.js && npm run openapi
import { writeFileSync } from 'node:fs';
import { openApiDocument } from '@gcd/contracts/openapi';
import { operationsOf } from './operations.js';

const MAX_ITEMS = 2;

/** Shortens each array to its first items. */
function shorten(value) {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shorten(each)]));
}

const { GCD_API_URL, GCD_API_KEY } = process.env;
const FILE = new URL('../../../libs/contracts/src/openapi/recorded-examples.json', import.meta.url);
const examples = {};
for (const { path, target, schema } of operationsOf(openApiDocument())) {
  const response = await fetch(GCD_API_URL + target, { headers: { 'x-api-key': GCD_API_KEY } });
  if (response.status !== 200) throw new Error(`${target}: ${await response.text()}`);
  const body = await response.text();
  examples[path] = schema ? shorten(JSON.parse(body)) : body.split('\n', 1 + MAX_ITEMS).join('\n');
}
writeFileSync(FILE, `${JSON.stringify(examples, null, 2)}\n`);
