import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { runAdmin } from '@gcd/local';
import { query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type FeedStack, startFeedStack } from '@gcd/testing/feed.js';
import { makeCards, race } from '@gcd/testing/feed-race.js';
import { FeedRecord } from '@gcd/testing/feed-record.js';
import { ourFeed } from '@gcd/testing/feeds.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startHoldingWriter } from './holding-writer.ts';
import { type RestartablePostgres, startRestartablePostgres } from './postgres.ts';

// This test is the long version of apps/gateway/test/changes-race.test.ts.
const COMMITS = Number(process.env.SOAK_COMMITS || 100_000);
const TAIL_MS = 3000;
const HOLD_MS = 2000;

let directory: string;
let postgres: RestartablePostgres;
let stack: FeedStack;
const record = new FeedRecord();

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-feed-soak-'));
  chmodSync(directory, 0o755);
  postgres = await startRestartablePostgres(path.join(directory, 'first'));
  await runAdmin(['migrate'], { DATABASE_URL: postgres.url });
  await makeCards(postgres.url, Math.ceil(COMMITS * 1.3) + 10_000);
  stack = await startFeedStack('', { databaseUrl: postgres.url });
}, 120_000);

afterAll(async () => {
  await stack?.stop();
  await postgres?.stop();
  rmSync(directory, { recursive: true, force: true });
});

/** Writers wait while this gate is closed. */
const gate = { opens: Promise.resolve(), open: (): void => undefined };
function closeGate(): void {
  gate.opens = new Promise((resolve) => {
    gate.open = resolve;
  });
}

/** Waits until the given share of all commits is done. */
const untilShare = (share: number): Promise<void> =>
  eventually(async () => expect(record.commits).toBeGreaterThan(COMMITS * share), 3_600_000);

async function killed(): Promise<void> {
  await untilShare(0.1);
  await postgres.kill();
  await pause(500);
  await postgres.startAgain();
}

/** Suspends a process while it holds the feed's lock, and then kills another process that holds the lock. */
async function stuckWriters(): Promise<void> {
  await untilShare(0.25);
  const feed = ourFeed(stack.address, stack.key);
  const stuck = await startHoldingWriter(postgres.url, 1);
  stuck.kill('SIGSTOP');
  let { next } = await feed.read(null, 10_000);
  for (const until = performance.now() + HOLD_MS; performance.now() < until; ) {
    next = (await feed.read(next, 10_000)).next;
  }
  const from = performance.now();
  stuck.kill('SIGCONT');
  stuck.send('go on');
  await once(stuck, 'message');
  record.changed([1], { from, to: performance.now(), certain: true });

  await untilShare(0.35);
  const doomed = await startHoldingWriter(postgres.url, 2);
  doomed.kill('SIGKILL');
  await once(doomed, 'exit');
}

/** Restores a backup and begins a new epoch. All changes that were published since the backup are lost. */
async function restored(): Promise<void> {
  await untilShare(0.5);
  const backup = path.join(directory, 'backup');
  await postgres.kill();
  const from = performance.now();
  postgres.copyTo(backup);
  await postgres.startAgain();
  await pause(TAIL_MS);
  await postgres.kill();
  record.rolledBack(from, performance.now());
  closeGate();
  await postgres.startAgain(backup);
  await runAdmin(['feed', 'restored'], { DATABASE_URL: postgres.url });
  gate.open();
}

/** Promotes a lagging standby. When the next change is published, the promotion is detected and a new epoch begins. */
async function failedOver(): Promise<void> {
  await untilShare(0.75);
  const other = path.join(directory, 'standby');
  const standby = await postgres.standby(other);
  await untilShare(0.8);
  const from = performance.now();
  await query(standby.url, `alter system set primary_conninfo = ''`);
  await query(standby.url, 'select pg_reload_conf()');
  await pause(TAIL_MS);
  await postgres.kill();
  // Commits that were acknowledged shortly before the failover may also be lost, because the standby may not have
  // received them.
  record.rolledBack(from - 1000, performance.now());
  closeGate();
  await query(standby.url, 'select pg_promote()');
  await standby.stop();
  await postgres.startAgain(other);
  gate.open();
  await untilShare(0.85);
}

async function faults(): Promise<void> {
  await killed();
  await stuckWriters();
  await restored();
  await failedOver();
}

describe(`the feed after ${COMMITS} commits by eight writers`, () => {
  it('contains every committed change and no others, despite failures', async () => {
    const { address, key } = stack;
    await Promise.all([
      faults(),
      race({
        databaseUrl: postgres.url,
        feed: ourFeed(address, key),
        record,
        commits: COMMITS,
        longestDelayMs: 2,
        beforeEach: () => gate.opens,
      }),
    ]);
    const verdict = record.judge();
    console.log(verdict);
    expect(verdict).toMatchObject({ lost: 0, extra: 0, faults: [] });
    expect(verdict.commits).toBeGreaterThanOrEqual(COMMITS);
  }, 3_600_000);
});
