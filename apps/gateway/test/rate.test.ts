import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { load, send, type TimedResponse } from '@gcd/testing/load.js';

const CERT = '/v1/certs/psa/10000001';
const WINDOW_MS = 1000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

/**
 * Finds a second in which more requests were admitted than the limit allows. A request is admitted at some time between
 * sending it and receiving the response, so it counts only if both are within that second.
 * @returns the requests, or null if there is no such second
 */
function violation(responses: readonly TimedResponse[], rate: number): TimedResponse[] | null {
  const served = responses
    .filter(({ status }) => status === 200)
    .sort((a, b) => a.sentAt - b.sentAt);
  for (const first of served) {
    const within = served.filter(
      ({ sentAt, receivedAt }) => sentAt >= first.sentAt && receivedAt - first.sentAt < WINDOW_MS,
    );
    if (within.length > rate) return within;
  }
  return null;
}

describe("an account's rate limit across three gateways", () => {
  it.each([5, 40])('admits at most %i requests in any second [S277]', async (rate) => {
    const { key } = await cluster.account({ rate });
    const { addresses } = cluster;
    const began = performance.now();
    const responses = await load(
      24,
      (index) => send(addresses[index % addresses.length] ?? '', CERT, key),
      () => performance.now() < began + 3500,
    );
    expect(violation(responses, rate)).toBeNull();
    const served = responses.filter(({ status }) => status === 200).length;
    const seconds = (performance.now() - began) / 1000;
    expect(served).toBeGreaterThanOrEqual(rate);
    expect(served).toBeLessThanOrEqual(rate * (seconds + 1));
    const others = new Set(
      responses.filter(({ status }) => status !== 200).map(({ code }) => code),
    );
    expect([...others]).toEqual(['rate_limited']);
  });
});
