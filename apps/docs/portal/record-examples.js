// Records shortened real responses of each operation for the OpenAPI document: successes, and the errors that a client
// can cause. Examples of 408, 500, 503 and 504 are generated from the error codes instead, in
// libs/contracts/src/openapi/examples.ts. When a response changes, run this script against the sample dataset, in the
// working directory and with the DATA_DIR of the running `npm start`:
//
// GCD_API_URL=… GCD_API_KEY=… node apps/docs/portal/record-examples.js && npm run format && npm run openapi
//
// Ids of operations, such as `listMovers`, limit the recording to these operations.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openApiDocument } from '@gcd/contracts/openapi';
import { errorRequest, SHARED, sharedRequests } from './error-requests.js';
import { LimitedKey } from './limited-key.js';
import { operationsOf } from './operations.js';
import { send } from './send.js';

const MAX_ITEMS = 2;
const FIRST_BYTES = 'bytes=0-199';
const COMMITTED = fileURLToPath(
  new URL('../../../libs/contracts/src/openapi/recorded-examples.json', import.meta.url),
);
const SITE_URL = 'http://localhost:3001';
/** Fields whose values differ from run to run. */
const VOLATILE = new Set([
  'request_id',
  'since',
  'card_ids',
  'next_cursor',
  'change_cursor',
  'built_at',
  'bytes',
  'used',
  'remaining',
  'reset',
]);

/** Shortens each array to its first items. */
function shorten(value) {
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shorten(each)]));
}

/** Keeps the committed values of volatile fields, so that a recording changes only what has changed in the API. */
function stable(value, committed) {
  if (typeof value === 'string') {
    return value.replace(/http:\/\/localhost:\d+(?=\/card\/)/g, SITE_URL);
  }
  if (Array.isArray(value)) return value.map((each, index) => stable(each, committed?.[index]));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, each]) => {
    const before = committed?.[name];
    return [name, VOLATILE.has(name) && before !== undefined ? before : stable(each, before)];
  });
  return Object.fromEntries(entries);
}

const { GCD_API_URL, GCD_API_KEY } = process.env;
const { values, positionals: ids } = parseArgs({
  allowPositionals: true,
  options: { output: { type: 'string', default: COMMITTED } },
});
const committed = JSON.parse(readFileSync(COMMITTED, 'utf8'));
const operations = operationsOf(openApiDocument());
for (const id of ids) {
  if (!operations.some((each) => each.id === id)) throw new Error(`There is no operation ${id}.`);
}
const limited = await LimitedKey.create();
const keys = { full: GCD_API_KEY, limited: limited.key, unknown: 'gcd_live_unknown' };

/**
 * Sends a request and returns the body of its response.
 * @param isExpected returns whether a body is the expected one
 * @throws Error if no response has the status and the expected body
 */
async function bodyOf(status, request, isExpected = () => true) {
  const { target, headers = {}, key = 'full', times = 1 } = request;
  const all = { ...headers, 'x-api-key': keys[key] };
  const responses = await Promise.all(
    Array.from({ length: times }, () => send(GCD_API_URL + target, all)),
  );
  const bodies = responses
    .filter((response) => response.status === Number(status))
    .map(({ headers: { 'content-type': type }, body }) =>
      type.startsWith('text/csv') ? body : shorten(JSON.parse(body)),
    );
  const found = bodies.find(isExpected);
  if (found) return found;
  throw new Error(`${target}: ${responses[0].status} ${responses[0].body}`);
}

/** Sends a request that fails, and returns the error as an example for the OpenAPI document. */
async function recordError(status, code, request) {
  const { target, headers = {} } = request;
  const value = await bodyOf(status, request, ({ error }) => error?.code === code);
  const sent = Object.entries(headers).map(([name, text]) => `${name}: ${text}`);
  const summary = [`GET ${target}`, ...sent].join(', ');
  return { summary: summary.replace(/a{100,}/, 'aaa…'), value };
}

async function record(operation) {
  const { path, target, schema, responses } = operation;
  const found = { 200: await bodyOf(200, { target }) };
  if (!schema) {
    found[200] = found[200].split('\n', 1 + MAX_ITEMS).join('\n');
    found[206] = await bodyOf(206, { target, headers: { range: FIRST_BYTES } });
  }
  for (const [status, response] of responses) {
    for (const code of Object.keys(response['x-error-codes'] ?? {})) {
      const request = errorRequest(operation, status, code);
      const known = committed[path]?.[status]?.[code];
      if (!request && !known) continue;
      const example = request ? await recordError(status, code, request) : known;
      found[status] = { ...found[status], [code]: example };
    }
  }
  return found;
}

try {
  const examples = {};
  for (const operation of operations) {
    const { id, path } = operation;
    const isRequested = ids.length === 0 || ids.includes(id);
    examples[path] = isRequested ? await record(operation) : committed[path];
  }
  examples[SHARED] = ids.length === 0 ? {} : committed[SHARED];
  for (const { status, code, ...request } of ids.length === 0 ? sharedRequests() : []) {
    const recorded = examples[SHARED];
    recorded[status] = { ...recorded[status], [code]: await recordError(status, code, request) };
  }
  writeFileSync(values.output, `${JSON.stringify(stable(examples, committed), null, 2)}\n`);
} finally {
  await limited.disable();
}
