import { fixtureCard } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  CERT,
  caching,
  countOf,
  databases,
  FEED,
  get,
  getMany,
  killRedis,
  load,
  POPULATION,
  readFeed,
  restartPrimary,
  restartRedis,
  restore,
  SEARCH,
  stack,
  standbyReads,
  start,
  stop,
  TIMEOUT_MS,
  TOTALS,
} from './standby-stack.ts';

beforeAll(start, 180_000);
afterEach(restore);
afterAll(stop);

describe('two standbys behind one host name', () => {
  it('serve reads instead of the primary', async () => {
    const before = await standbyReads('cards');
    for (const { status } of await getMany(POPULATION)) expect(status).toBe(200);
    const after = await standbyReads('cards');
    expect(after.served).toBeGreaterThan(before.served ?? 0);
  });

  it('never return counts older than the change feed, even if one is stalled', async () => {
    await databases.standbys[0]?.pause();
    const { count, name } = await load();
    await readFeed();

    for (const target of TOTALS) {
      for (const { status, body } of await getMany(target)) {
        expect([target, status, body.error]).toEqual([target, 200, undefined]);
        expect(body.data.population.population_data.total).toBe(count);
      }
    }
    expect((await standbyReads('cards')).stale).toBeGreaterThan(0);

    for (const { body } of await getMany(SEARCH + name)) {
      expect(body.data.results).toHaveLength(1);
    }
    for (const { body } of await getMany(CERT)) expect(countOf(body)).toBe(count);
  });

  it('do not prevent the gateway from caching the latest data while they are stalled', async () => {
    await Promise.all(databases.standbys.map((standby) => standby.pause()));
    const { count } = await load();
    const fromCache = async (): Promise<number> => countOf((await get(CERT, caching.port)).body);
    await eventually(async () => expect(await fromCache()).toBe(count), TIMEOUT_MS);
    await Promise.all(databases.standbys.map((standby) => standby.resume()));
    expect(await fromCache()).toBe(count);
  });

  it('are replaced by the primary while they are unavailable', async () => {
    const underWay = Promise.all([getMany(CERT), getMany(POPULATION)]);
    databases.cut();
    for (const { status } of (await underWay).flat()) expect(status).toBe(200);
    for (const target of [POPULATION, `${POPULATION}/history`, CERT, `${SEARCH}raichu`]) {
      for (const { status, body } of await getMany(target))
        expect([target, status, body.error]).toEqual([target, 200, undefined]);
    }
    expect((await standbyReads('certs')).unavailable).toBeGreaterThan(0);
    databases.mend();
    const { served = 0 } = await standbyReads('certs');
    await eventually(async () => {
      await getMany(CERT);
      expect((await standbyReads('certs')).served).toBeGreaterThan(served);
    }, TIMEOUT_MS);
  });

  it('serve every read while the primary is down', async () => {
    const { count, name } = await load();
    await readFeed();
    await databases.killPrimary();
    for (const target of TOTALS) {
      let total = 0;
      await eventually(async () => {
        const { status, body } = await get(target);
        expect([target, status, body.error]).toEqual([target, 200, undefined]);
        total = body.data.population.population_data.total;
      }, TIMEOUT_MS);
      expect(total).toBe(count);
    }
    await eventually(async () => {
      const { status, body } = await get(CERT);
      expect([status, body.error]).toEqual([200, undefined]);
      expect(countOf(body)).toBe(count);
    }, TIMEOUT_MS);
    await eventually(async () => {
      const { status, body } = await get(SEARCH + name);
      expect([status, body.error]).toEqual([200, undefined]);
      expect(body.data.results).toHaveLength(1);
    }, TIMEOUT_MS);
    expect((await get(FEED)).status).toBe(503);
    await restartPrimary();
  });

  it('never return counts older than the change feed while the primary is down', async () => {
    await Promise.all(databases.standbys.map((standby) => standby.pause()));
    const { count } = await load();
    await readFeed();
    await databases.killPrimary();
    await databases.standbys[0]?.resume();
    const counts = new Set<number>();
    for (const port of [stack.port, caching.port]) {
      await eventually(async () => {
        const responses = await getMany(POPULATION, port);
        const served = responses.filter(({ status }) => status !== 503);
        for (const { body } of served) counts.add(body.data.population.population_data.total);
        expect(served.length).toBeGreaterThan(0);
      }, TIMEOUT_MS);
    }
    expect([...counts]).toEqual([count]);
    await databases.standbys[1]?.resume();
    await eventually(async () => {
      for (const { status } of await getMany(POPULATION)) expect(status).toBe(200);
    }, TIMEOUT_MS);
    await restartPrimary();
  });
});

describe('the change feed', () => {
  it('shows nothing while Redis is unavailable, and everything afterwards', async () => {
    const cursor = `${FEED}?cursor=${(await get(FEED)).body.data.next_cursor}`;
    const { count } = await load();
    await killRedis();
    const { status, body } = await get(cursor);
    expect([status, body.data.card_ids, body.data.has_more]).toEqual([200, [], false]);
    expect(cursor).toContain(body.data.next_cursor);
    for (const port of [stack.port, caching.port]) {
      expect(countOf((await get(CERT, port)).body)).toBe(count);
    }
    await restartRedis();
    await eventually(async () => {
      expect((await get(cursor)).body.data.card_ids).toContain(fixtureCard('2a'));
    }, TIMEOUT_MS);
  });
});
