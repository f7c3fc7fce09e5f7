import { describe, expect, it } from '@jest/globals';
import { CHANGES } from '@gcd/testing/feed-reader.js';
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

  it('accepts 1,000 changes with populations, and more without', async () => {
    expect((await get(`${CHANGES}?include=population&limit=1000`)).status).toBe(200);
    expect((await get(`${CHANGES}?limit=1001`)).status).toBe(200);
  });
});
