import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Mortal } from '../test/mortal.ts';
import { makeRaceCards, whileFeedRuns } from './feed.ts';
import { now } from './load.ts';
import { Stage } from './stage.ts';
import { listed, record } from './table.ts';

/** Of accounts that run out while a fault is there, or soon after. */
const LIMIT = 150;
const COMMITS = 300;
const BLOCK = 50;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
  await makeRaceCards(stage);
});
afterAll(() => stage.stop());

interface Death {
  readonly number: string;
  readonly title: string;
  readonly server: 'nats' | 'redis' | 'postgres';
  readonly awayMs: number;
  /** After it is back. */
  readonly goodWithinMs: number;
  readonly meanwhile: string;
  /** Whether calls without a database may fail. */
  readonly mayFail: boolean;
}

const DEATHS: readonly Death[] = [
  {
    number: '6',
    title: 'NATS is killed, and back after 1 s',
    server: 'nats',
    awayMs: 1000,
    goodWithinMs: 1000,
    meanwhile: '503 at once meanwhile',
    mayFail: true,
  },
  {
    number: '7',
    title: 'NATS is killed, and back after 60 s',
    server: 'nats',
    awayMs: 60_000,
    goodWithinMs: 1000,
    meanwhile: '503 at once meanwhile',
    mayFail: true,
  },
  {
    number: '9',
    title: 'Redis is killed, and back after 0.3 s',
    server: 'redis',
    awayMs: 300,
    goodWithinMs: 1000,
    meanwhile: '0 errors: PostgreSQL counts',
    mayFail: false,
  },
  {
    number: '10',
    title: 'Redis is killed, and back after 60 s',
    server: 'redis',
    awayMs: 60_000,
    goodWithinMs: 1000,
    meanwhile: '0 errors: PostgreSQL counts',
    mayFail: false,
  },
  {
    number: '14',
    title: 'PostgreSQL is killed, and back after 2 s',
    server: 'postgres',
    awayMs: 2000,
    goodWithinMs: 2000,
    meanwhile: 'known keys are known, what reads the database answers 503 meanwhile',
    mayFail: true,
  },
];

describe('a server', () => {
  it.each(DEATHS)('$title', async (death) => {
    const server: Mortal = stage[death.server];
    const ends = stage.ends;
    let back = 0;
    const [trial, feed] = await whileFeedRuns(stage, COMMITS, () =>
      stage.under(
        async () => {
          await server.kill();
          await pause(death.awayMs);
          await server.startAgain();
          back = now();
        },
        { limit: LIMIT, afterMs: 8000 },
      ),
    );
    const good = trial.firstGood(back, trial.on('/v1/c'));
    const failing = trial.calls
      .filter(({ status, due }) => status !== 200 && due > trial.from + 100 && due < back)
      .map(({ received, due }) => received - due)
      .sort((a, b) => a - b);
    const p99 = failing[Math.floor(failing.length * 0.99)] ?? 0;
    const least = Math.min(...trial.quotas.map(({ served }) => served));
    record({
      number: death.number,
      fault: death.title,
      expected: `${death.meanwhile}; good at most ${death.goodWithinMs / 1000} s after it is back; 0 over-admitted, 0 changes lost; no process ends`,
      seen: [
        `${listed(trial.errors())}${failing.length > 0 ? ` (p99 of these ${p99.toFixed(0)} ms)` : ''}`,
        `good after ${good} ms, all of it after ${trial.lastBad(back)} ms`,
        `${trial.overAdmitted} over-admitted, at least ${least} of ${LIMIT} served`,
        `${feed.lost} lost of ${feed.commits}`,
      ].join('; '),
      trial,
    });
    expect(trial.unsound).toEqual([]);
    expect([trial.overAdmitted, feed.lost, feed.extra, feed.faults]).toEqual([0, 0, 0, []]);
    expect(stage.ends).toBe(ends);
    expect(good).toBeLessThanOrEqual(death.goodWithinMs);
    if (!death.mayFail) expect(trial.errors()).toEqual({});
    expect(least).toBeGreaterThanOrEqual(LIMIT - 2 * BLOCK);
  });
});
