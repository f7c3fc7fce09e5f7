import { get } from '@gcd/testing/api.js';
import { describe, expect, it } from '@jest/globals';

const verify = (cert: string, title: string) =>
  get(`/v1/certs/${cert}/verification?title=${encodeURIComponent(title)}`);

describe('GET /v1/certs/{grader}/{cert}/verification', () => {
  it('200: compares the title with the cert, and with the words of all graders of the card', async () => {
    const { status, body } = await verify(
      'psa/PSA%2010000001',
      ' 1999 Base Set Charizard 4/102 PSA 9 ',
    );
    expect(status).toBe(200);
    const { cert, verdict, checks, ...reasons } = body.data;
    expect(cert).toEqual((await get('/v1/certs/psa/10000001')).body.data);
    expect([verdict, reasons]).toEqual(['match', { unclear_fields: [], unexplained_words: [] }]);
    expect(checks).toContainEqual({
      field: 'card_number',
      title: '4/102',
      cert: '4',
      result: 'same',
    });
  });

  it.each([
    ['psa/10000002', '1999 Base Set Charizard #4 PSA 8 (OC)', 'match'],
    ['psa/10000003', '1999 Base Set Charizard #4 PSA 10', 'uncertain'],
    ['psa/10000006', '1999 signed index card', 'uncertain'],
    ['cgc/1000000001', '1999 Base Set Charizard 4/102 CGC 9', 'mismatch'],
  ])('200: %s, %s: %s', async (cert, title, verdict) => {
    const { status, body } = await verify(cert, title);
    expect([status, body.data.verdict]).toEqual([200, verdict]);
  });
});
