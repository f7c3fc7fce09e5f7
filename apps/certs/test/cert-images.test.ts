import { describe, expect, it } from '@jest/globals';
import { getFromService as get } from '@gcd/testing/service.js';

describe('GET /v1/certs/{grader}/{cert}/images', () => {
  it('200: returns both sides [S12 S118 S156 S158]', async () => {
    const { status, body } = await get('/v1/certs/psa/10000001/images');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      grader: 'psa',
      cert: '10000001',
      image_front: 'https://images.example.com/10000001-front.jpg',
      image_back: 'https://images.example.com/10000001-back.jpg',
    });
  });

  it('200: returns null for a missing side', async () => {
    const { body } = await get('/v1/certs/psa/10000002/images');
    expect(body.data).toMatchObject({ image_front: expect.any(String), image_back: null });
  });

  it('200: returns null for both sides if the dataset lists the cert without images', async () => {
    const { status, body } = await get('/v1/certs/psa/10000004/images');
    expect([status, body.data]).toEqual([
      200,
      { grader: 'psa', cert: '10000004', image_front: null, image_back: null },
    ]);
  });

  it('202: returns processing if the cert exists but its images have not been imported [S130 S160 S234 S250]', async () => {
    const { status, body } = await get('/v1/certs/psa/10000003/images');
    expect(status).toBe(202);
    expect(body.error).toMatchObject({
      code: 'processing',
      details: { grader: 'psa', cert: '10000003' },
    });
  });
});
