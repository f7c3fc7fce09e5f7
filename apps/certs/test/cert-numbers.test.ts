import { describe, expect, it } from '@jest/globals';
import { getFromService as get } from '@gcd/testing/service.js';

const found = async (grader: string, typed: string, more = '') => {
  const { status, body } = await get(`/v1/certs/${grader}/${encodeURIComponent(typed)}${more}`);
  return [status, body.data?.grader_data?.cert ?? body.error?.code];
};

describe('cert numbers in a different format', () => {
  it.each([
    ['psa', 'PSA 10000001', '10000001'],
    ['psa', '1000-0001', '10000001'],
    ['sgc', '3000001001', '3000001-001'],
    ['sgc', '300-0001-001', '3000001-001'],
    ['beckett', '1000001', '0001000001'],
    ['bgs', 'BGS 01000001', '0001000001'],
    ['beckett', '0003000001', '000-3000001'],
    ['beckett', '3000001', '000-3000001'],
    ['beckett', '3000-001', '000-3000001'],
    ['csg', 'CSG 1000000001', '1000000001'],
    ['psa', 'https://www.psacard.com/cert/10000001/psa', '10000001'],
    ['psa', '0010000001', '10000001'],
    ['cgc', '01000000001', '1000000001'],
    ['sgc', '0-3000001001', '3000001-001'],
    ['beckett', '00000001000001', '0001000001'],
  ])('are accepted for %s certs: %s finds %s', async (grader, typed, printed) => {
    expect(await found(grader, typed)).toEqual([200, printed]);
  });

  it.each(['2000-0001', '20000001', '2-0000001'])(
    'match a cert whatever its hyphens: %s',
    async (typed) => {
      expect(await found('psa', typed)).toEqual([200, '2000-0001']);
    },
  );

  it.each([
    ['psa', 'BGS 10000001'],
    ['psa', 'https://www.beckett.com/grading/card-lookup?item_id=10000001'],
    ['psa', '1 0000001'],
    ['psa', '10000001.5'],
    ['sgc', '001'],
    ['sgc', '-'],
    ['beckett', '-'],
    ['beckett', '001'],
  ])('do not match a different number: %s %s returns 404', async (grader, typed) => {
    expect(await found(grader, typed)).toEqual([404, 'cert_not_found']);
  });

  it.each(['/population', '?include=population', '?include=source'])(
    'are accepted by GET /v1/certs/{grader}/{cert}%s',
    async (more) => {
      expect(await found('beckett', '1000001', more)).toEqual([200, '0001000001']);
    },
  );

  it('are accepted by GET /v1/certs/{grader}/{cert}/images', async () => {
    const { status, body } = await get('/v1/certs/psa/PSA%2010000001/images');
    expect([status, body.data.cert]).toEqual([200, '10000001']);
    expect(body.data.image_front).toContain('10000001-front');
  });

  it.each(['PSA A1-0001', 'PSA/DNA Cert A10001', 'A1-0003', 'A-10003'])(
    'are accepted by cert lookup with psa_dna=true: %s',
    async (typed) => {
      const { status, body } = await get(`/v1/certs/psa/${encodeURIComponent(typed)}?psa_dna=true`);
      expect([status, body.data?.description]).toEqual([
        200,
        typed.endsWith('3') ? 'Signed bat' : 'Signed baseball',
      ]);
    },
  );
});

describe('a number that a spreadsheet has rounded', () => {
  it.each(['1.00E+07', '"1,00E+07"'])('is rejected: %s', async (typed) => {
    const { status, body } = await get(`/v1/certs/psa/${encodeURIComponent(typed)}`);
    expect([status, body.error.details]).toEqual([400, { parameter: 'cert', reason: 'malformed' }]);
    expect(body.error.message).toMatch(/spreadsheet has rounded/);
  });

  it.each(['10000001 PSA 10', 'PSA 9.5 - 10000001'])(
    'is not taken out of a text with a grade: %s',
    async (typed) => {
      const { status, body } = await get(`/v1/certs/psa/${encodeURIComponent(typed)}`);
      expect([status, body.error.message]).toEqual([
        404,
        'No cert has this number. Send only the number, without the grade.',
      ]);
    },
  );

  it('is in not_found of a batch', async () => {
    const { body } = await get('/v1/certs/psa?certs=10000001,1.00E%2B07');
    expect(body.data.not_found).toEqual(['1.00E+07']);
  });
});
