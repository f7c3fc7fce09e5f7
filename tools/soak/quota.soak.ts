import { fixtureCard } from '@gcd/testing/api.js';
import { type Cluster, startCluster } from '@gcd/testing/cluster.js';
import { isCounted, load, send, tally } from '@gcd/testing/load.js';
import { afterEach, describe, expect, it } from '@jest/globals';

// This test is the long version of apps/gateway/test/quota-faults.test.ts.
const REQUESTS = 200_000;
const CERT = '/v1/certs/psa/10000001';
const FAILS = `/v1/cards/${fixtureCard('1a')}/population`;
const FORBIDDEN = `${CERT}/images`;
const TARGETS = [FAILS, FORBIDDEN, ...Array.from({ length: 18 }, () => CERT)];

let cluster: Cluster;
afterEach(() => cluster.stop());

describe(`${REQUESTS} concurrent requests with one quota at three gateways`, () => {
  it('are served up to exactly the limit', async () => {
    cluster = await startCluster();
    const limit = Math.floor(REQUESTS * 0.85);
    const { key } = await cluster.account({ base: limit });
    const { addresses } = cluster;
    let made = 0;
    const responses = await load(
      64,
      (index) =>
        send(addresses[index % addresses.length] ?? '', TARGETS[index % TARGETS.length] ?? '', key),
      () => {
        made += 1;
        return made < REQUESTS;
      },
    );
    // Use the part of the quota that remains, because failed requests were refunded.
    const rest = await load(
      1,
      () => send(addresses[0] ?? '', CERT, key),
      (_responses, { code }) => code !== 'quota_exceeded',
    );
    const all = [...responses, ...rest];
    console.log({ limit, ...tally(all) });
    expect(all.filter(isCounted)).toHaveLength(limit);
    expect(new Set(all.filter(isCounted).map(({ reset }) => reset)).size).toBe(1);
  }, 1_800_000);
});
