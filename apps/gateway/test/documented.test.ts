import { describe, expect, it } from '@jest/globals';
import { type ApiResponse, fixtureCard, get } from '@gcd/testing/api.js';
import { checkDocumented } from '@gcd/testing/documented.js';

describe('the check that every response matches the OpenAPI document', () => {
  const cert = '/v1/certs/psa/10000001';
  const changed = async (
    change: (answer: ApiResponse) => Partial<ApiResponse>,
  ): Promise<ApiResponse> => {
    const answer = await get(cert);
    return { ...answer, ...change(answer) };
  };

  it('detects an undocumented field', async () => {
    const answer = await changed(({ body }) => ({
      body: { ...body, data: { ...body.data, surprise: 1 } },
    }));
    expect(() => checkDocumented(cert, answer)).toThrow('additional properties');
  });

  it('detects a missing field', async () => {
    const answer = await changed(({ body }) => {
      const { card_id: _without, ...data } = body.data;
      return { body: { ...body, data } };
    });
    expect(() => checkDocumented(cert, answer)).toThrow("'card_id'");
  });

  it('detects an undocumented null', async () => {
    const target = `/v1/cards/${fixtureCard('1a')}`;
    const answer = await get(target);
    const body = { ...answer.body, data: { ...answer.body.data, card_url: null } };
    expect(() => checkDocumented(target, { ...answer, body })).toThrow('card_url');
  });

  it.each(['card_id', 'card_url', 'universal_card_id'])(
    'accepts a null %s for a cert that is not linked to a card',
    async (field) => {
      expect((await get('/v1/certs/psa/10000006')).body.data[field]).toBeNull();
    },
  );

  it.each([
    ['reason', 'because'],
    ['surprise', 'because'],
  ])('detects undocumented error details: %s=%s', async (name, value) => {
    const target = `${cert}?psa_dna=x`;
    const answer = await get(target);
    const { error } = answer.body;
    const changedError = { ...error, details: { ...error.details, [name]: value } };
    const body = { ...answer.body, error: changedError };
    expect(() => checkDocumented(target, { ...answer, body })).toThrow('details');
  });

  it.each([
    ['an undocumented header', { 'retry-after': '5' }],
    ['an invalid header value', { 'x-ratelimit-limit': '-1' }],
  ])('detects %s', async (_what, added) => {
    const answer = await get(cert);
    const headers = new Headers(answer.headers);
    for (const [name, value] of Object.entries(added)) headers.set(name, value);
    expect(() => checkDocumented(cert, { ...answer, headers })).toThrow('header');
  });

  it('detects a missing header', async () => {
    const target = '/v1/certs/psa/10000003/images';
    const answer = await get(target);
    const headers = new Headers(answer.headers);
    headers.delete('retry-after');
    expect(() => checkDocumented(target, { ...answer, headers })).toThrow('Retry-After');
  });

  it('detects an undocumented status', async () => {
    const answer = await changed(() => ({ status: 206 }));
    expect(() => checkDocumented(cert, answer)).toThrow('no such status');
  });

  it('detects an error code with the wrong status', async () => {
    const answer = await get('/v1/certs/psa/99999999');
    const body = { ...answer.body, error: { ...answer.body.error, code: 'card_not_found' } };
    expect(() => checkDocumented(cert, { ...answer, body })).toThrow('code');
  });

  it('detects an undocumented content type', async () => {
    const answer = await get(cert);
    const headers = new Headers(answer.headers);
    headers.set('content-type', 'text/html');
    expect(() => checkDocumented(cert, { ...answer, headers })).toThrow('text/html');
  });
});
