import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServicePool } from '@gcd/database/pool';
import { runAdmin } from '@gcd/local';
import { operationContext } from '@gcd/process/operation-context';
import { fixtureCard } from '@gcd/testing/api.js';
import { query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { importDirectory } from '@gcd/testing/import-directory.js';
import { type Standby, type StandbySet, startStandbys } from '@gcd/testing/standbys.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

const FIXTURE = fileURLToPath(new URL('../../../libs/testing/fixture', import.meta.url));
const CARD = fixtureCard('2a');
const TOTAL = `select total from populations join cards on cards.id = card where card_id = '\\x${CARD}'`;
/** A port on which no server listens. */
const NOWHERE = 1;

let directory: string;
let databases: StandbySet;
let promoted: Standby;
let diverged: Standby;

beforeAll(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-diverged-'));
  chmodSync(directory, 0o755);
  databases = await startStandbys(path.join(directory, 'postgres'), 2, async (url) => {
    await runAdmin(['migrate'], { DATABASE_URL: url });
    await importDirectory(url, FIXTURE);
  });
  [promoted, diverged] = databases.standbys as [Standby, Standby];
}, 120_000);
afterAll(() => databases?.stop());

async function importCount(url: string, date: string, count: number): Promise<void> {
  const folder = mkdtempSync(path.join(directory, 'load-'));
  const row = `${CARD},${date},"{""psa_9"":${count}}"\n`;
  writeFileSync(path.join(folder, 'populations.csv'), `card_id,date,grades\n${row}`);
  await importDirectory(url, folder);
}

it('a standby with data that was lost in a failover does not serve reads after the next import', async () => {
  // The promoted standby lacks the last import, which the other standby has replayed.
  await promoted.streamFrom(NOWHERE);
  await eventually(async () => {
    const [receiver] = await query(promoted.url, 'select 1 from pg_stat_wal_receiver');
    expect(receiver).toBeUndefined();
  });
  await importCount(databases.primaryUrl, '2026-05-11', 111);
  await eventually(async () => {
    expect(await query(diverged.url, TOTAL)).toEqual([{ total: 111 }]);
  });
  await query(promoted.url, 'select pg_promote()');
  expect(await query(promoted.url, TOTAL)).not.toEqual([{ total: 111 }]);
  await importCount(promoted.url, '2026-05-12', 222);

  const pool = new ServicePool(promoted.url, 'test', () => undefined, diverged.url);
  try {
    const statement = { name: 'total', text: TOTAL };
    const [{ version }] = (await query(promoted.url, 'select version::float8 from dataset')) as [
      { version: number },
    ];
    const required = { deadline: Number.POSITIVE_INFINITY, requiredVersion: version };
    const read = () => operationContext.run(required, () => pool.rows(statement));
    expect(await read()).toEqual([{ total: 222 }]);
  } finally {
    await pool.onApplicationShutdown();
  }
}, 120_000);

it('a standby is never read in the place of the primary', async () => {
  const pool = new ServicePool(diverged.url, 'test', () => undefined);
  try {
    await expect(pool.rows({ name: 'total', text: TOTAL })).rejects.toMatchObject({
      name: 'DatabaseFailure',
      message: expect.stringContaining('unavailable'),
    });
  } finally {
    await pool.onApplicationShutdown();
  }
});
