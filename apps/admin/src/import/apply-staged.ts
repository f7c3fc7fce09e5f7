import type { ClientBase } from 'pg';
import { trackAffected } from '../affected.js';
import type { Progress } from '../progress.js';
import { publishAndCommit } from '../publish.js';
import { refreshSearch } from '../search/refresh.js';
import { refreshSets } from '../sets/refresh.js';
import { applyAuthentications } from './apply/authentications.js';
import { applyCards, checkCards } from './apply/cards.js';
import { applyCerts } from './apply/certs.js';
import { applyDecisions, checkDecisions } from './apply/decisions.js';
import { applyImages } from './apply/images.js';
import { applyPopulations } from './apply/populations.js';
import { applySpecs } from './apply/specs.js';
import { deduplicate } from './deduplicate.js';
import type { KindName } from './file-kind.js';
import { fileKind } from './kinds/index.js';
import { recordEnd } from './import-record.js';
import type { Changes } from './merge.js';
import { CHECKING, createPreview, IMPORTING, type Mode } from './mode.js';
import { countRejects, writeRejects } from './rejects.js';

export interface FileCounts extends Changes {
  readonly read: number;
  readonly unchanged: number;
  readonly rejected: number;
}

export interface ApplyOptions {
  /** Whether to run all checks without writing anything. */
  readonly check: boolean;
  /** Whether to roll back the whole import if any row is rejected. */
  readonly strict: boolean;
  /** Directory for the lists of rejected rows. If undefined, no lists are written. */
  readonly rejectsDirectory?: string | undefined;
  readonly progress: Progress;
  /** Called once the changed data has been committed, before the remaining steps of the import. */
  readonly onCommit: () => Promise<void>;
}

export interface Applied {
  readonly version: number;
  readonly asOf: string | null;
  readonly files: Partial<Record<KindName, FileCounts>>;
  readonly rejected: number;
  readonly rejects: readonly string[];
  readonly rolledBack: boolean;
  readonly changedSomething: boolean;
}

/**
 * Validates the staged rows and imports them in one transaction. If this function throws, the caller must roll back.
 * @param id id of the import
 * @param read number of rows read for each kind of file in the dataset
 */
export async function applyStaged(
  client: ClientBase,
  id: number,
  read: ReadonlyMap<KindName, number>,
  options: ApplyOptions,
): Promise<Applied> {
  await client.query('begin');
  await trackAffected(client);
  const changes = await apply(client, read, IMPORTING, options.progress);
  const outcome = await collectOutcome(client, read, changes, options);
  const { files, rejected } = outcome;
  const rolledBack = options.strict && rejected > 0;
  const changedSomething =
    !rolledBack && Object.values(files).some(({ added, changed }) => added + changed > 0);
  if (rolledBack) await client.query('rollback');
  if (changedSomething) await refreshSearch(client, options.progress);
  const dataset = await updateDataset(client, changedSomething, changes.get('certs')?.added);
  if (changedSomething) await refreshSets(client, options.progress);
  const failure = rolledBack ? `${rejected} rows rejected (--strict)` : undefined;
  await recordEnd(client, id, { summary: files, ...(failure && { failure }) });
  if (!rolledBack) await publishAndCommit(client, options.progress);
  if (changedSomething) {
    await options.onCommit();
    await analyze(client, files, options.progress);
  }
  return { ...dataset, ...outcome, rolledBack, changedSomething };
}

/**
 * Runs the checks of an import on one snapshot. The checks write only to temporary tables, so they neither wait for an
 * import nor delay one.
 */
export async function checkStaged(
  client: ClientBase,
  read: ReadonlyMap<KindName, number>,
  options: ApplyOptions,
): Promise<Applied> {
  await client.query('begin isolation level repeatable read');
  const changes = await apply(client, read, CHECKING, options.progress);
  const outcome = await collectOutcome(client, read, changes, options);
  const dataset = await updateDataset(client, false);
  await client.query('rollback');
  const rolledBack = options.strict && outcome.rejected > 0;
  return { ...dataset, ...outcome, rolledBack, changedSomething: false };
}

/** Imports the files in dependency order. Cards and matches are validated together. */
async function apply(
  client: ClientBase,
  read: ReadonlyMap<KindName, number>,
  mode: Mode,
  progress: Progress,
): Promise<Map<KindName, Changes>> {
  const verb = mode.writes ? 'importing' : 'checking';
  progress.report('looking for duplicate rows');
  for (const kind of read.keys()) {
    // Rows with cert numbers are deduplicated later, because a number may have several spellings.
    if (!fileKind(kind).key.includes('cert')) await deduplicate(client, fileKind(kind));
  }
  const changes = new Map<KindName, Changes>();
  if (read.has('cards') || read.has('matches')) {
    progress.report(`${verb} cards`);
    // A row that is valid only together with a rejected row is rejected in the next pass.
    do await checkCards(client);
    while ((await checkDecisions(client)) > 0);
    changes.set('cards', await applyCards(client, mode));
    changes.set('matches', await applyDecisions(client, mode));
  }
  if (!mode.writes) await createPreview(client, read.has('images'));
  const steps: [KindName, (client: ClientBase, mode: Mode) => Promise<Changes>][] = [
    ['specs', applySpecs],
    ['certs', applyCerts],
    ['populations', applyPopulations],
    ['images', applyImages],
    ['authentications', applyAuthentications],
  ];
  for (const [kind, step] of steps) {
    // Specs must be processed even if only cards are imported, because a spec is deleted from `specs` once it has a
    // card.
    if (!read.has(kind) && !(kind === 'specs' && read.has('cards'))) continue;
    progress.report(`${verb} ${kind}`);
    changes.set(kind, await step(client, mode));
  }
  return changes;
}

/** Counts the rows, and writes the lists of rejected rows. */
async function collectOutcome(
  client: ClientBase,
  read: ReadonlyMap<KindName, number>,
  changes: ReadonlyMap<KindName, Changes>,
  { rejectsDirectory }: ApplyOptions,
): Promise<Pick<Applied, 'files' | 'rejected' | 'rejects'>> {
  const files: Partial<Record<KindName, FileCounts>> = {};
  const rejects: string[] = [];
  let rejected = 0;
  for (const [kind, rows] of read) {
    const counts = await countRows(client, kind, rows, changes.get(kind));
    files[kind] = counts;
    rejected += counts.rejected;
    if (!rejectsDirectory) continue;
    const path = await writeRejects(client, kind, counts.rejected, rejectsDirectory);
    if (path) rejects.push(path);
  }
  return { files, rejected, rejects };
}

async function countRows(
  client: ClientBase,
  kind: KindName,
  read: number,
  { added, changed }: Changes = { added: 0, changed: 0 },
): Promise<FileCounts> {
  const rejected = await countRejects(client, kind);
  return { read, added, changed, unchanged: read - added - changed - rejected, rejected };
}

async function updateDataset(
  client: ClientBase,
  changed: boolean,
  newCerts = 0,
): Promise<{ version: number; asOf: string | null }> {
  if (changed) {
    await client.query(
      `update dataset set version = version + 1, certs = certs + $1,
        as_of = greatest(as_of, (select max(recorded_on) from staged_populations where reason is null))`,
      [newCerts],
    );
  }
  const { rows } = await client.query(
    `select version::float8, to_char(as_of, 'YYYY-MM-DD') as "asOf" from dataset`,
  );
  return rows[0];
}

/** Updates the planner's statistics immediately instead of waiting for autovacuum. */
async function analyze(
  client: ClientBase,
  files: Partial<Record<KindName, FileCounts>>,
  progress: Progress,
): Promise<void> {
  progress.report('gathering statistics');
  const tables = Object.keys(files).map((kind) => (kind === 'matches' ? 'cards' : kind));
  if (files.populations) tables.push('population_history', 'population_dates', 'recent_gains');
  tables.push('sets', 'set_cards', 'movers', 'activity_leaders');
  await client.query(`analyze ${[...new Set(tables)].join(', ')}`).catch(() => undefined);
}
