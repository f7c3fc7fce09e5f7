import { describe, expect, it } from '@jest/globals';
import { CHANGES, day } from '@gcd/testing/feed-reader.js';
import { getFromService as get } from '@gcd/testing/service.js';

describe('GET /v1/cards/population/changes: 400', () => {
  const rejected = async (parameters: string) => {
    const { status, body } = await get(`${CHANGES}?${parameters}`);
    const { code, details } = body.error;
    return [status, code, details.parameter, details.reason];
  };
  const invalid = (parameter: string, reason: string) => [
    400,
    'invalid_parameter',
    parameter,
    reason,
  ];

  it('rejects a cursor with any character changed, removed or added', async () => {
    const { next_cursor: cursor } = (await get(CHANGES)).body.data;
    const other = (character: string): string => (character === 'A' ? 'B' : 'A');
    const forged = [...cursor].flatMap((character, at) => [
      cursor.slice(0, at) + other(character) + cursor.slice(at + 1),
      cursor.slice(0, at) + cursor.slice(at + 1),
    ]);
    const responses = await Promise.all(
      [...forged, `${cursor}A`, `${cursor}=`, cursor.toLowerCase()].map((each) =>
        rejected(`cursor=${each}`),
      ),
    );
    for (const response of responses) expect(response).toEqual(invalid('cursor', 'malformed'));
  });

  it.each([
    ['cursor=', 'cursor', 'malformed'],
    [`cursor=${'A'.repeat(5000)}`, 'cursor', 'malformed'],
    [`cursor=x&since=${day()}`, 'cursor', 'malformed'],
    ['cursor=a&cursor=b', 'cursor', 'repeated'],
    ['since=', 'since', 'malformed'],
    ['since=2026-02-30', 'since', 'malformed'],
    [`since=${day()}&since=${day()}`, 'since', 'repeated'],
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=10001', 'limit', 'out_of_range'],
    ['limit=1e3', 'limit', 'malformed'],
    ['page_size=10001', 'page_size', 'out_of_range'],
    ['limit=1&page_size=1', 'limit', 'repeated'],
    ['limit=1001&include=population', 'limit', 'out_of_range'],
    ['page_size=1001&include=%20population', 'page_size', 'out_of_range'],
    ['include=population,source', 'include', 'not_accepted'],
  ])('rejects %s [S208 S209 S260]', async (parameters, parameter, reason) => {
    expect(await rejected(parameters)).toEqual(invalid(parameter, reason));
  });

  it('accepts 1,000 changes with populations, and more without', async () => {
    expect((await get(`${CHANGES}?include=population&limit=1000`)).status).toBe(200);
    expect((await get(`${CHANGES}?limit=1001`)).status).toBe(200);
  });

  it('rejects a `since` that is in the future or too long ago [S207 S261]', async () => {
    expect(await rejected(`since=${day(1)}`)).toEqual(invalid('since', 'in_future'));
    expect(await rejected('since=9999-12-31')).toEqual(invalid('since', 'in_future'));
    expect(await rejected(`since=${day(-31)}`)).toEqual(invalid('since', 'out_of_range'));
    expect(await rejected('since=0000-01-01')).toEqual(invalid('since', 'out_of_range'));
  });
});
