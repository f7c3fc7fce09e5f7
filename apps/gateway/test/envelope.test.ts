import { describe, expect, it } from '@jest/globals';
import { get, getFrom, testEnvironment } from '@gcd/testing/api.js';

const REQUEST_ID = /^req_[0-9A-HJKMNP-TV-Z]{26}$/;

describe('every response', () => {
  it.each([
    ['a valid request', '/v1/certs/psa/10000001', 200],
    ['a request with an invalid parameter', '/v1/certs/psa/10000001?psa_dna=1', 400],
    ['a request for an unknown cert', '/v1/certs/psa/0', 404],
    ['a request for an unknown endpoint', '/v1/nothing', 404],
    ['a request for an unknown path outside the API', '/nothing', 404],
    ['a request for a path that cannot be decoded', '/%zz', 400],
    ['a request with a path variable that is too long', `/v1/certs/psa/${'1'.repeat(2000)}`, 404],
  ])(
    'to %s has the request id in its header and in its body [S41 S46 S132]',
    async (_what, target, status) => {
      const response = await get(target);
      expect(response.status).toBe(status);
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
      expect(response.headers.get('x-request-id')).toMatch(REQUEST_ID);
      expect(response.body.meta).toEqual({ request_id: response.headers.get('x-request-id') });
      expect(Object.keys(response.body)).toEqual([status === 200 ? 'data' : 'error', 'meta']);
    },
  );

  it('has a new request id even if the client sends one', async () => {
    const { headers } = await get('/v1/certs/psa/10000001', {
      'x-request-id': 'mine',
      'request-id': 'mine',
    });
    expect(headers.get('x-request-id')).toMatch(REQUEST_ID);
  });
});

describe('a request for an unknown endpoint', () => {
  it.each(['/v1/nothing', '/v1', '/V1/grades', '/v1/specs', '/v1/cards', '/v1/certs/psa/1/2/3'])(
    'returns 404 for %s [S16 S245 S282]',
    async (target) => {
      const { status, body } = await get(target);
      expect([status, body.error.code]).toEqual([404, 'not_found']);
    },
  );

  it('requires no key outside /v1', async () => {
    const { status, body } = await getFrom(testEnvironment('TEST_API_URL'), '/robots.txt');
    expect([status, body.error.code]).toEqual([404, 'not_found']);
  });
});

describe('health endpoints', () => {
  it.each(['/health/live', '/health/ready'])('%s requires no key', async (target) => {
    const { status, body } = await getFrom(testEnvironment('TEST_API_URL'), target);
    expect([status, body]).toEqual([200, { status: 'ok' }]);
  });
});
