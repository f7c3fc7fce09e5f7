import { lookupCert, type RequestOf } from '@gcd/contracts';
import { getFromService, openServices } from '@gcd/testing/service.js';
import { describe, expect, it } from '@jest/globals';

const send = async (request: object) => {
  const services = await openServices();
  const reply = await services.call(lookupCert, request as RequestOf<typeof lookupCert>);
  await services.close();
  return { status: reply.status, body: JSON.parse(Buffer.from(reply.payload).toString()) };
};

describe('requests over NATS', () => {
  it('get default values for missing fields', async () => {
    const { body } = await getFromService('/v1/certs/psa/10000001');
    expect(await send({ grader: 'psa', cert: '10000001' })).toEqual({
      status: 200,
      body: body.data,
    });
  });

  it.each([
    ['a grader alias, which only the gateway accepts', { grader: 'bgs', cert: '10000001' }],
    ['a boolean as text', { grader: 'psa', cert: '10000001', psa_dna: 'false' }],
    ['an unknown value of include', { grader: 'psa', cert: '10000001', include: ['everything'] }],
    ['no cert', { grader: 'psa' }],
    ['a grader that a later version may add', { grader: 'tag', cert: '10000001' }],
  ])('are rejected with 503 if they are invalid: %s', async (_what, request) => {
    expect(await send(request)).toMatchObject({ status: 503, body: { code: 'internal_error' } });
  });
});
