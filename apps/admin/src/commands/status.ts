import { DatasetEntity, ImportEntity, isWriterLocked } from '@gcd/database';
import { Command } from 'commander';
import { type DataSource, type FindOptionsWhere, Not } from 'typeorm';
import { jsonOption } from '../arguments.js';
import { withDatabase } from '../database.js';
import { RECORDED_AS } from '../match/match.js';
import { print, table } from '../output.js';
import { keysTable, listKeys } from './keys-list.js';
import { leversTable, listLevers } from './levers.js';

const TABLES = [
  'cards',
  'specs',
  'certs',
  'populations',
  'population_history',
  'images',
  'authentications',
] as const;

// Maximum number of rows that are counted. Counting more would take seconds, so the planner's estimate is printed
// instead.
const EXACT_UP_TO = 1_000_000;

export function statusCommand(): Command {
  return new Command('status')
    .description(
      'Shows row counts, latest dates, the last import and match, the database size, levers, and keys with their usage.',
    )
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ admin status --json')
    .action(async ({ json }: { json?: boolean }) => {
      const status = await withDatabase(readStatus);
      print(json, status, () => describe(status));
    });
}

type Status = Awaited<ReturnType<typeof readStatus>>;

async function readStatus(database: DataSource) {
  const dataset = await database.getRepository(DatasetEntity).findOneByOrFail({ id: 1 });
  const [{ size }] = await database.query('select pg_database_size(current_database()) as size');
  const rows: Partial<Record<(typeof TABLES)[number], RowCount>> = {};
  for (const name of TABLES) rows[name] = await countRows(database, name);
  return {
    version: Number(dataset.version),
    as_of: dataset.asOf,
    rows,
    last_import: await findLast(database, { directory: Not(RECORDED_AS) }),
    last_match: await findLast(database, { directory: RECORDED_AS }),
    database_bytes: Number(size),
    search_pending: await pendingCards(database),
    levers: await listLevers(database),
    keys: await keysWithUsage(database),
  };
}

async function findLast(database: DataSource, where: FindOptionsWhere<ImportEntity>) {
  const imports = database.getRepository(ImportEntity);
  let record = await imports.findOne({ where, order: { id: 'DESC' } });
  if (!record) return null;
  let wasKilled = false;
  if (record.status === 'running' && !(await isWriterLocked(database))) {
    // The process may have ended between the two statements.
    record = await imports.findOneByOrFail({ id: record.id });
    wasKilled = record.status === 'running';
  }
  return {
    id: record.id,
    directory: record.directory,
    status: wasKilled ? 'failed' : record.status,
    started: record.startedAt.toISOString(),
    finished: record.finishedAt?.toISOString() ?? null,
    failure: wasKilled ? 'was killed' : record.failure,
    summary: record.summary,
  };
}

/** Returns the number of cards to send to OpenSearch; null if search does not use it. */
async function pendingCards(database: DataSource): Promise<number | null> {
  const [{ pending }] = await database.query(
    `select case when uses_engine then (select count(*) from search_pending) end::integer as pending
     from search_index`,
  );
  return pending;
}

/**
 * Returns all keys with their usage. Keys of the same account have the same usage, because rate limits and quotas apply
 * to accounts.
 */
async function keysWithUsage(database: DataSource) {
  const usage: Usage[] = await database.query(`
    select q.account, q.bucket, q.period_start as since, q.ceiling::float8 as used_at_most
    from quota_ceilings q join accounts a on a.id = q.account join plans p on p.name = a.plan
    where q.period_start at time zone 'UTC' = case p.period
      when 'month' then date_trunc('month', now() at time zone 'UTC')
      when 'day' then date_trunc('day', now() at time zone 'UTC')
      else date_bin(p.period::interval, now() at time zone 'UTC', timestamp 'epoch') end
    order by q.account, q.bucket`);
  const keys = await listKeys(database);
  return keys.map((key) => ({
    ...key,
    usage: usage
      .filter(({ account }) => account === key.account)
      .map(({ account: _account, ...bucket }) => bucket),
  }));
}

/**
 * Usage of an account in the current period of its plan. Leased quota counts as used, so the value may be too high by
 * up to one lease.
 */
interface Usage {
  readonly account: number;
  readonly bucket: string;
  readonly since: Date;
  readonly used_at_most: number;
}

interface RowCount {
  readonly count: number;
  readonly exact: boolean;
}

async function countRows(database: DataSource, name: string): Promise<RowCount> {
  const [{ estimate }] = await database.query(
    `select coalesce(sum(reltuples) filter (where reltuples > 0), 0) as estimate from pg_class
     where relkind = 'r' and (oid = $1::regclass or oid in (select relid from pg_partition_tree($1::regclass)))`,
    [name],
  );
  if (Number(estimate) > EXACT_UP_TO) return { count: Number(estimate), exact: false };
  const [{ count }] = await database.query(`select count(*) from ${name}`);
  return { count: Number(count), exact: true };
}

function usageTable(keys: Status['keys']): string {
  const rows = keys.flatMap(({ id, usage }) =>
    usage.map(({ bucket, since, used_at_most }) => [id, bucket, since.toISOString(), used_at_most]),
  );
  return table(['key', 'bucket', 'since', 'maximum number of requests used'], rows);
}

type Last = Awaited<ReturnType<typeof findLast>>;

function describeLast(last: Last): string {
  if (!last) return 'none';
  const failure = last.failure ? ` (${last.failure})` : '';
  return `${last.directory}, ${last.status}${failure}, started ${last.started}`;
}

/** Returns the totals of all files of an import. */
function describeRows(last: Last): string {
  const files: Record<string, number>[] = Object.values(last?.summary ?? {});
  const total = (count: string) =>
    files.reduce((sum, file) => sum + (file[count] ?? 0), 0).toLocaleString('en');
  return files.length === 0
    ? ''
    : `\n  rows: ${['added', 'changed', 'unchanged', 'rejected'].map((name) => `${total(name)} ${name}`).join(', ')}`;
}

function describe(status: Status): string {
  return [
    table(
      ['table', 'rows', 'counted'],
      Object.entries(status.rows).map(([name, { count, exact }]) => [
        name,
        count,
        exact ? 'exactly' : 'by estimate',
      ]),
    ),
    `Latest population: ${status.as_of ?? 'none'} (data version ${status.version})`,
    `Last import: ${describeLast(status.last_import)}${describeRows(status.last_import)}`,
    `Last match: ${describeLast(status.last_match)}`,
    `Database: ${(status.database_bytes / 2 ** 20).toFixed(0)} MiB`,
    ...(status.search_pending === null
      ? []
      : [`Cards to send to OpenSearch: ${status.search_pending}`]),
    leversTable(status.levers),
    keysTable(status.keys),
    usageTable(status.keys),
  ].join('\n');
}
