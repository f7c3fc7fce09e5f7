import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { balance } from './kubelet.ts';
import { now, type Outcome, percentile } from './load.ts';
import { Stage } from './stage.ts';
import { listed, record } from './table.ts';

const LIMIT = 150;
const DATABASE_PATHS = /certs|specs|history|population|search|changes|v1\/cards\/\w{40}$/;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start({ waysOf: 'all' });
});
afterAll(() => stage.stop());

/** The longest that a call took, in seconds. */
const longest = (calls: readonly Outcome[]): string => (percentile(calls, 1) / 1000).toFixed(1);

describe('a way to a server', () => {
  it('to NATS hangs', async () => {
    let mended = 0;
    const trial = await stage.under(
      async () => {
        stage.ways.nats.hang();
        await pause(20_000);
        stage.ways.nats.mend();
        mended = now();
      },
      { afterMs: 10_000 },
    );
    const failed = trial.calls.filter(({ status }) => status !== 200);
    const slow = failed.filter(({ received, due }) => received - due > 500);
    const found = Math.max(...slow.map(({ due }) => due)) - trial.from;
    record({
      number: '8',
      fault: 'no packet gets through to NATS for 20 s, of all processes',
      expected:
        '504 after 4 s until it is noticed, within 10 s, then 503 at once; good at most 1 s after it is mended',
      seen: `${listed(trial.errors())}; noticed after ${(found / 1000).toFixed(1)} s; good after ${trial.firstGood(mended)} ms, all of it after ${trial.lastBad(mended)} ms`,
      trial,
    });
    expect([trial.unsound, stage.ends]).toEqual([[], 0]);
    expect(found).toBeLessThanOrEqual(10_000);
    expect(trial.firstGood(mended)).toBeLessThanOrEqual(1000);
  });

  it.each([
    ['11a', 'no packet gets through to Redis for 10 s', () => stage.ways.redis.hang()],
    [
      '11b',
      'every packet to and from Redis takes 500 ms, for 10 s',
      () => stage.ways.redis.delay(500),
    ],
  ])('%s: %s', async (number, fault, happens) => {
    let mended = 0;
    const trial = await stage.under(
      async () => {
        happens();
        await pause(10_000);
        stage.ways.redis.mend();
        mended = now();
      },
      { limit: LIMIT },
    );
    record({
      number,
      fault,
      expected: '0 errors: PostgreSQL counts after 250 ms; 0 over-admitted',
      seen: `${listed(trial.errors())}; slowest ${longest(trial.calls)} s; ${trial.overAdmitted} over-admitted; good after ${trial.firstGood(mended)} ms`,
      trial,
    });
    expect([trial.errors(), trial.unsound, trial.overAdmitted, stage.ends]).toEqual([{}, [], 0, 0]);
  });

  it('to PostgreSQL hangs', async () => {
    let mended = 0;
    const trial = await stage.under(
      async () => {
        stage.ways.database.hang();
        await pause(10_000);
        stage.ways.database.mend();
        mended = now();
      },
      { limit: LIMIT, afterMs: 8000 },
    );
    const others = trial.calls.filter(
      ({ entry }) => !DATABASE_PATHS.test(trial.entries[entry]?.target ?? ''),
    );
    record({
      number: '15',
      fault: 'no packet gets through to PostgreSQL for 10 s',
      expected:
        '503 or 504 within the 3 s of a statement; what needs no database is answered; good at most 1 s after it is mended',
      seen: `${listed(trial.errors())}, slowest ${longest(trial.calls)} s; grades, usage and catalogs: ${listed(trial.errors(others))}, p99 ${percentile(
        others.filter(({ due }) => due >= trial.from && due < trial.to),
        0.99,
      )} ms; good after ${trial.firstGood(mended)} ms, all of it after ${trial.lastBad(mended)} ms; ${trial.overAdmitted} over-admitted`,
      trial,
    });
    expect([trial.unsound, trial.overAdmitted, stage.ends]).toEqual([[], 0, 0]);
    expect(trial.errors(others)).toEqual({});
    expect(trial.firstGood(mended)).toBeLessThanOrEqual(1000);
    expect(percentile(trial.calls, 1)).toBeLessThanOrEqual(4500);
  });
});

describe('PostgreSQL is slow', () => {
  const withTransaction = async (statement: string, work: () => Promise<void>): Promise<void> => {
    const client = new pg.Client(stage.postgres.url);
    await client.connect();
    try {
      await client.query('begin');
      await client.query(statement);
      await work();
      await client.query('rollback');
    } finally {
      await client.end();
    }
  };

  it('a table is locked for 10 s', async () => {
    const trial = await stage.under(() =>
      withTransaction('lock table certs in access exclusive mode', () => pause(10_000)),
    );
    const others = trial.calls.filter((call) => trial.on('/v1/certs', [call]).length === 0);
    const [before, during] = [
      others.filter(({ due }) => due < trial.from),
      others.filter(({ due }) => due >= trial.from && due < trial.to),
    ].map((calls) => percentile(calls, 0.99));
    record({
      number: '16',
      fault: 'the table of certs is locked for 10 s',
      expected: '504 for certs alone; others as fast as before',
      seen: `${listed(trial.errors())}; other operations: ${listed(trial.errors(others))}, p99 ${before} ms before, ${during} ms meanwhile`,
      trial,
    });
    expect([trial.errors(others), trial.unsound, stage.ends]).toEqual([{}, [], 0]);
  });
});

describe('one gateway', () => {
  it('hangs, and is found', async () => {
    const [gateway] = stage.of('gateway');
    const trial = await stage.under(async (load) => {
      const endBalance = balance(stage.of('gateway'), load);
      gateway.signal('SIGSTOP');
      await pause(5000);
      gateway.signal('SIGCONT');
      await endBalance();
    });
    const failed = trial.calls.filter(({ status }) => status !== 200);
    record({
      number: '4b',
      fault:
        'one of two gateways stands still for 5 s, behind a balancer that asks for its readiness every 0.5 s',
      expected: 'what it was sent until then is late, nothing else',
      seen: `${listed(trial.errors())}; slowest ${longest(trial.calls)} s`,
      trial,
    });
    expect([failed, trial.unsound]).toEqual([[], []]);
  });
});
