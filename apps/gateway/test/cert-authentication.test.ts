import { describe, expect, it } from '@jest/globals';
import { get } from '../../../infra/test/api.js';

describe('GET /v1/certs/{grader}/{cert}?psa_dna=true: 200', () => {
  it('psa_dna=true answers the authentication record, whatever grader is in the path', async () => {
    const { body } = await get('/v1/certs/sgc/A10002?psa_dna=true');
    expect(body.data).toEqual({
      description: 'Signed photo',
      result: 'AUTHENTIC',
      primary_subjects: ['Magic Johnson', 'Larry Bird'],
      other_subjects: ['Pat Riley'],
      cert_details_cached: null,
    });
  });

  it('an authentication record may have no other subjects', async () => {
    const { body } = await get('/v1/certs/psa/A10001?psa_dna=true');
    expect(body.data).toMatchObject({
      primary_subjects: ['Willie Mays'],
      other_subjects: [],
      cert_details_cached: '2026-02',
    });
  });
});

describe('GET /v1/certs/{grader}/{cert}?psa_dna=true: 404', () => {
  it('psa_dna=true does not find certs', async () => {
    const { body } = await get('/v1/certs/psa/10000001?psa_dna=true');
    expect(body.error.code).toBe('cert_not_found');
  });
});
