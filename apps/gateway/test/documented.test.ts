import { describe, expect, it } from '@jest/globals';
import { type ApiResponse, get } from '@gcd/testing/api.js';
import { checkDocumented } from '@gcd/testing/documented.js';

describe('the check that every response matches the OpenAPI document', () => {
  const cert = '/v1/certs/psa/10000001';
  const changed = async (
    change: (response: ApiResponse) => Partial<ApiResponse>,
  ): Promise<ApiResponse> => {
    const response = await get(cert);
    return { ...response, ...change(response) };
  };

  it('detects an undocumented field', async () => {
    const response = await changed(({ body }) => ({
      body: { ...body, data: { ...body.data, surprise: 1 } },
    }));
    expect(() => checkDocumented(cert, response)).toThrow(
      /additional properties \(surprise\).* If the contract changed, record the examples \(CONTRIBUTING\.md\)\.$/,
    );
  });

  it('detects a missing field', async () => {
    const response = await changed(({ body }) => {
      const { card_id: _without, ...data } = body.data;
      return { body: { ...body, data } };
    });
    expect(() => checkDocumented(cert, response)).toThrow("'card_id'");
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

  it('detects a missing header', async () => {
    const target = '/v1/certs/psa/10000003/images';
    const response = await get(target);
    const headers = new Headers(response.headers);
    headers.delete('retry-after');
    expect(() => checkDocumented(target, { ...response, headers })).toThrow('Retry-After');
  });

  it('detects an undocumented status', async () => {
    const response = await changed(() => ({ status: 206 }));
    expect(() => checkDocumented(cert, response)).toThrow('no such status');
  });

  it('detects an error code with the wrong status', async () => {
    const response = await get('/v1/certs/psa/99999999');
    const body = { ...response.body, error: { ...response.body.error, code: 'card_not_found' } };
    expect(() => checkDocumented(cert, { ...response, body })).toThrow('code');
  });
});
