import { GradedCardDataClient } from '@gcd/client';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { noting } from './clients.ts';

const RATE = 5;
const SECONDS = 4;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

it(`a loop with a key of ${RATE} calls a second makes that many, and none is refused`, async () => {
  const { key } = await cluster.account({ rate: RATE });
  const statuses: number[] = [];
  const client = new GradedCardDataClient({
    baseUrl: cluster.addresses[0] ?? '',
    apiKey: key,
    fetch: noting(statuses),
  });
  const began = performance.now();
  const calls = RATE * SECONDS;
  await Promise.all(Array.from({ length: calls }, () => client.lookupCert('psa', '10000001')));
  const seconds = (performance.now() - began) / 1000;
  // The question for the rate is one more.
  expect(statuses).toEqual(Array(calls + 1).fill(200));
  expect(seconds).toBeGreaterThan(SECONDS - 1);
});

it('one after the other, too', async () => {
  const { key } = await cluster.account({ rate: RATE });
  const statuses: number[] = [];
  const client = new GradedCardDataClient({
    baseUrl: cluster.addresses[0] ?? '',
    apiKey: key,
    fetch: noting(statuses),
  });
  for (let call = 0; call < RATE * 2; call += 1) await client.lookupCert('psa', '10000001');
  expect(new Set(statuses)).toEqual(new Set([200]));
});

it('no call is lost when a gateway is killed', async () => {
  const { key } = await cluster.account();
  const statuses: number[] = [];
  let calls = 0;
  // What a load balancer does: the gateways take turns, those that are gone as well until it notices.
  const balanced: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    calls += 1;
    return noting(statuses)(`${cluster.addresses[calls % 3]}${pathname}${search}`, init);
  };
  const client = new GradedCardDataClient({ apiKey: key, rateLimit: 500, fetch: balanced });
  const certs = Array.from({ length: 300 }, () => client.lookupCert('psa', '10000001'));
  await Promise.any(certs);
  cluster.gateways[1]?.kill('SIGKILL');
  const answers = await Promise.all(certs);
  const more = await Promise.all(
    Array.from({ length: 30 }, () => client.lookupCert('psa', '10000002')),
  );
  expect(answers.every(({ grader_data }) => grader_data.cert === '10000001')).toBe(true);
  expect(more.every(({ grader_data }) => grader_data.cert === '10000002')).toBe(true);
  // It was felt.
  expect(statuses).toContain(0);
});
