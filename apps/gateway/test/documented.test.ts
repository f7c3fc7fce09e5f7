import { describe, expect, it } from '@jest/globals';
import { get } from '@gcd/testing/api.js';
import { checkDocumented } from '@gcd/testing/documented.js';

describe('the check that every response matches the OpenAPI document', () => {
  const cert = '/v1/certs/psa/10000001';
  it('detects an undocumented field', async () => {
    const response = await get(cert);
    const body = { ...response.body, data: { ...response.body.data, surprise: 1 } };
    expect(() => checkDocumented(cert, { ...response, body })).toThrow(
      /additional properties \(surprise\).* If the contract changed, record the examples \(CONTRIBUTING\.md\)\.$/,
    );
  });

  it.each([
    ['reason', 'because'],
    ['surprise', 'because'],
  ])('detects undocumented error details: %s=%s', async (name, value) => {
    const target = `${cert}?psa_dna=x`;
    const response = await get(target);
    const { error } = response.body;
    const changedError = { ...error, details: { ...error.details, [name]: value } };
    const body = { ...response.body, error: changedError };
    expect(() => checkDocumented(target, { ...response, body })).toThrow('details');
  });

  it.each([
    ['an undocumented header', { 'retry-after': '5' }],
    ['an invalid header value', { 'x-ratelimit-limit': '-1' }],
  ])('detects %s', async (_what, added) => {
    const response = await get(cert);
    const headers = new Headers(response.headers);
    for (const [name, value] of Object.entries(added)) headers.set(name, value);
    expect(() => checkDocumented(cert, { ...response, headers })).toThrow('header');
  });

  it('detects an error code with the wrong status', async () => {
    const response = await get('/v1/certs/psa/99999999');
    const body = { ...response.body, error: { ...response.body.error, code: 'card_not_found' } };
    expect(() => checkDocumented(cert, { ...response, body })).toThrow('code');
  });
});
