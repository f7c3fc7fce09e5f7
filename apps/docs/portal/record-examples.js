// Writes the OpenAPI document with shortened real responses of each operation as its examples: successes, and the errors
// that a client can cause. Examples of 408, 500, 503 and 504 are composed from the error codes instead, in
// libs/contracts/src/openapi/examples.ts. When a response changes, run this script against the sample dataset, in the
// working directory and with the DATA_DIR of the running `npm start`:
//
// GCD_API_URL=… GCD_API_KEY=… node apps/docs/portal/record-examples.js && npm run openapi
//
// Ids of operations, such as `listMovers`, limit the recording of successes and their own errors to these operations.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { openApiDocument } from '@gcd/contracts/openapi';
import { errorRequest, sharedRequests } from './error-requests.js';
import { LimitedKey } from './limited-key.js';
import { operationsOf } from './operations.js';
import { send } from './send.js';

const MAX_ITEMS = 2;
const FIRST_BYTES = 'bytes=0-199';
const DOCUMENT = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
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
  options: { output: { type: 'string', default: DOCUMENT } },
});
const document = openApiDocument();
const operations = operationsOf(document);
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

/** Records the successes of an operation, and its errors that other operations do not share. */
async function record(operation) {
  const { target, schema, responses } = operation;
  const body = await bodyOf(200, { target });
  for (const [status, { content, 'x-error-codes': codes = {} }] of responses) {
    const [media] = Object.values(content ?? {});
    if (status === '200') {
      const example = schema ? body : body.split('\n', 1 + MAX_ITEMS).join('\n');
      media.example = stable(example, media.example);
    }
    if (status === '206') {
      media.example = await bodyOf(206, { target, headers: { range: FIRST_BYTES } });
    }
    for (const code of Object.keys(codes)) {
      const request = errorRequest(operation, status, code);
      if (!request) continue;
      media.examples[code] = stable(await recordError(status, code, request), media.examples[code]);
    }
  }
}

/** Records an error that operations share, in each response that has it. */
async function recordShared({ status, code, ...request }) {
  const example = await recordError(status, code, request);
  for (const { responses } of operations) {
    const { examples } = Object.fromEntries(responses)[status]?.content['application/json'] ?? {};
    if (examples?.[code]) examples[code] = stable(example, examples[code]);
  }
}

try {
  for (const operation of operations) {
    if (ids.length === 0 || ids.includes(operation.id)) await record(operation);
  }
  // Last, because these requests use up the rate and the quota of the limited key.
  for (const request of sharedRequests()) await recordShared(request);
  writeFileSync(values.output, `${JSON.stringify(document, null, 2)}\n`);
} finally {
  await limited.disable();
}
