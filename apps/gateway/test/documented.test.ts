import { type ApiResponse, get } from '@gcd/testing/api.js';
import { checkDocumented } from '@gcd/testing/documented.js';
import { describe, expect, it } from '@jest/globals';

const CERT = '/v1/certs/psa/10000001';
const INVALID = `${CERT}?psa_dna=x`;

const changed = (part: 'data' | 'error', change: object) => (response: ApiResponse) => ({
  ...response,
  body: { ...response.body, [part]: { ...response.body[part], ...change } },
});
const withHeader = (name: string, value: string) => (response: ApiResponse) => ({
  ...response,
  headers: new Headers([...response.headers, [name, value]]),
});

describe('the check that every response matches the OpenAPI document', () => {
  it.each([
    ['an undocumented field', CERT, changed('data', { surprise: 1 }), 'properties (surprise)'],
    ['undocumented error details', INVALID, changed('error', { details: { a: 1 } }), 'details'],
    [
      'an error code with the wrong status',
      INVALID,
      changed('error', { code: 'forbidden' }),
      'code',
    ],
    ['an undocumented header', CERT, withHeader('retry-after', '5'), 'header'],
    ['an invalid header value', CERT, withHeader('x-ratelimit-limit', '-1'), 'header'],
  ])('detects %s', async (_what, target, change, message) => {
    const response = change(await get(target));
    expect(() => checkDocumented(target, response)).toThrow(message);
  });
});
