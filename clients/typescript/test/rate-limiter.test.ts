import { GradedCardDataClient } from '@gcd/client';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { startProxy } from '@gcd/testing/tcp-proxy.js';
import { recordStatuses } from './clients.ts';

const RATE = 10;
const SECONDS = 2;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

it(`the client sends ${RATE} requests per second with a key that has that rate limit, and none are rejected`, async () => {
  const { key } = await cluster.account({ rate: RATE });
  const statuses: number[] = [];
  const client = new GradedCardDataClient({
    baseUrl: cluster.addresses[0] ?? '',
    apiKey: key,
    fetch: recordStatuses(statuses),
  });
  const began = performance.now();
  const count = RATE * SECONDS;
  await Promise.all(Array.from({ length: count }, () => client.lookupCert('psa', '10000001')));
  const seconds = (performance.now() - began) / 1000;
  // The client sent one request more than the test, to read the rate limit.
  expect(statuses).toEqual(Array(count + 1).fill(200));
  expect(seconds).toBeGreaterThan(SECONDS - 1);
});

it('the client loses no requests when a gateway is killed', async () => {
  const { key } = await cluster.account();
  // Use proxies, whose ports stay open when a gateway is killed. Otherwise, another program could listen on its port.
  const proxies = await Promise.all(cluster.addresses.map((address) => startProxy(address)));
  const statuses: number[] = [];
  let requests = 0;
  // Sends requests to the gateways in turn, like a load balancer that notices a failed gateway late.
  const balanced: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(String(input));
    requests += 1;
    const hasNoticed = statuses.filter((status) => status === 0).length > 20;
    const available = hasNoticed ? proxies.filter((_, index) => index !== 1) : proxies;
    const { origin } = new URL(available[requests % available.length]?.url ?? '');
    return recordStatuses(statuses)(`${origin}${pathname}${search}`, init);
  };
  const client = new GradedCardDataClient({ apiKey: key, rateLimit: 500, fetch: balanced });
  const certs = Array.from({ length: 300 }, () => client.lookupCert('psa', '10000001'));
  await Promise.any(certs);
  cluster.gateways[1]?.kill('SIGKILL');
  proxies[1]?.cut();
  const found = await Promise.all(certs);
  const more = await Promise.all(
    Array.from({ length: 30 }, () => client.lookupCert('psa', '10000002')),
  );
  expect(found.every(({ grader_data }) => grader_data.cert === '10000001')).toBe(true);
  expect(more.every(({ grader_data }) => grader_data.cert === '10000002')).toBe(true);
  // Some requests were sent to the killed gateway.
  expect(statuses).toContain(0);
  for (const proxy of proxies) proxy.close();
});
