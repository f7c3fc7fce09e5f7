import { describe, expect, it } from '@jest/globals';
import { getFromService as get } from '@gcd/testing/service.js';

describe('GET /v1/certs/{grader}/{cert}?psa_dna=true: 200', () => {
  it.each(['psa', 'sgc', 'BGS', 'ace', '%20'])(
    'returns the authentication record, ignoring the grader in the path: %s [S139]',
    async (grader) => {
      const { status, body } = await get(`/v1/certs/${grader}/A10002?psa_dna=true`);
      expect([status, body.data?.description]).toEqual([200, 'Signed photo']);
    },
  );

  it('returns the fields of an authentication record, with no population [S71 S72 S73 S74 S77 S140 S147]', async () => {
    const { body } = await get('/v1/certs/psa/A10002?psa_dna=true&include=population');
    expect(body.data).toEqual({
      description: 'Signed photo',
      result: 'AUTHENTIC',
      primary_subjects: ['Magic Johnson', 'Larry Bird'],
      other_subjects: ['Pat Riley'],
      cert_details_cached: null,
    });
  });

  it('returns an empty list of other subjects if the record has none [S75 S76]', async () => {
    const { body } = await get('/v1/certs/psa/A10001?psa_dna=true');
    expect(body.data).toMatchObject({
      primary_subjects: ['Willie Mays'],
      other_subjects: [],
      cert_details_cached: '2026-02',
    });
  });
});
