import { targetOf } from './operations.js';

const CERT = '/v1/certs/psa/64062046';
const BURST = 60;

/** Values of path variables and query parameters that cause each error with the sample dataset. */
const VALUES = {
  invalid_grader: { grader: 'tag', graders: 'tag' },
  not_found: { catalog: 'magic' },
  cert_not_found: { cert: '99999999' },
  spec_not_found: { spec_id: '99999999' },
  set_not_found: { set_id: '0'.repeat(40) },
  // A spec without a card.
  card_not_found: { card_id: '0'.repeat(40), spec_id: '8501003' },
  // The card of this spec is not available yet.
  processing: { spec_id: '8501000' },
};

/**
 * Builds a request that causes an error of an operation.
 * @returns `{ target, headers, key }`, or undefined if no client can cause the error or if the error applies to all
 * operations
 */
export function errorRequest(operation, status, code) {
  const { path, parameters, target } = operation;
  const values = VALUES[code];
  if (values) {
    const hasValue = parameters.some(({ name }) => values[name] !== undefined);
    return hasValue ? { target: targetOf(path, parameters, values) } : undefined;
  }
  if (code === 'invalid_parameter') return invalidParameter(operation);
  if (code === 'forbidden') return { target, key: 'limited' };
  if (status === '416') return { target, headers: { range: 'bytes=999999999999-' } };
  return undefined;
}

/**
 * Builds a request with an invalid query parameter. If the operation has no query parameters, the request contains an
 * unknown one.
 */
function invalidParameter({ path, parameters, target }) {
  const query = parameters.filter(({ in: place, name }) => place === 'query' && name !== 'grader');
  for (const { name, schema } of query) {
    const value = invalidValue(schema);
    if (value !== undefined) return { target: targetOf(path, parameters, { [name]: value }) };
  }
  const text = query.find(({ name }) => name === 'query' || name === 'title');
  if (text) return { target: targetOf(path, parameters, { [text.name]: '' }) };
  return { target: `${target}?color=red`, headers: { prefer: 'handling=strict' } };
}

function invalidValue({ type, maximum, enum: values }) {
  if (type === 'boolean') return 'yes';
  if (type === 'integer') return maximum === undefined ? '0' : String(maximum + 1);
  return values && 'none';
}

/** Lists the requests for the errors that apply to all operations, each with its `status` and `code`. */
export function sharedRequests() {
  const rejected = (status, headers) => ({ status, code: 'bad_request', target: CERT, headers });
  return [
    { ...rejected(400), target: `${CERT}?include=%FF` },
    rejected(413, { 'content-length': '10000000' }),
    { ...rejected(414), target: `${CERT}?include=${'a'.repeat(9000)}` },
    rejected(417, { expect: 'tea' }),
    rejected(431, { 'x-note': 'a'.repeat(20_000) }),
    { status: 401, code: 'invalid_api_key', target: CERT, key: 'unknown' },
    { status: 429, code: 'quota_exceeded', target: CERT, key: 'limited' },
    { status: 429, code: 'rate_limited', target: CERT, key: 'limited', times: BURST },
  ];
}
