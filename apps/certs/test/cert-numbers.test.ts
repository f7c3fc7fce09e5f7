import { describe, expect, it } from '@jest/globals';
import { getFromService as get } from '@gcd/testing/service.js';

const found = async (grader: string, typed: string) => {
  const { status, body } = await get(`/v1/certs/${grader}/${encodeURIComponent(typed)}`);
  return [status, body.data?.grader_data.cert ?? body.error?.code];
};

describe('cert numbers in a different format', () => {
  it.each([
    ['psa', 'PSA 10000001', '10000001'],
    ['psa', '2-0000001', '2000-0001'],
    ['sgc', '3000001001', '3000001-001'],
    ['bgs', 'BGS 01000001', '0001000001'],
    ['beckett', '0003000001', '000-3000001'],
    ['psa', 'https://www.psacard.com/cert/10000001/psa', '10000001'],
  ])('are accepted for %s certs: %s finds %s', async (grader, typed, printed) => {
    expect(await found(grader, typed)).toEqual([200, printed]);
  });

  it.each([
    ['psa', 'BGS 10000001'],
    ['psa', 'https://www.beckett.com/grading/card-lookup?item_id=10000001'],
    ['psa', '1 0000001'],
    ['psa', '10000001.5'],
    ['sgc', '001'],
  ])('do not match a different number: %s %s returns 404', async (grader, typed) => {
    expect(await found(grader, typed)).toEqual([404, 'cert_not_found']);
  });

  it('are accepted by cert lookup with psa_dna=true', async () => {
    const { body } = await get('/v1/certs/psa/PSA%2FDNA%20Cert%20A1-0001?psa_dna=true');
    expect(body.data?.description).toBe('Signed baseball');
  });
});

describe('a number that a spreadsheet has rounded', () => {
  it('is rejected', async () => {
    const { status, body } = await get('/v1/certs/psa/1.00E%2B07');
    expect([status, body.error.details]).toEqual([400, { parameter: 'cert', reason: 'malformed' }]);
    expect(body.error.message).toMatch(/spreadsheet has rounded/);
  });

  it('is not taken out of a text with a grade', async () => {
    const { status, body } = await get('/v1/certs/psa/10000001%20PSA%2010');
    expect([status, body.error.message]).toEqual([
      404,
      'No cert has this number. Send only the number, without the grade.',
    ]);
  });
});
