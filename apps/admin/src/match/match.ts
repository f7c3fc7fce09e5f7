import type { UncertainReason } from '@gcd/matching';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { trackAffected } from '../affected.js';
import { copyInto } from '../copy-into.js';
import { checkGroups } from '../groups/group-constraints.js';
import { regroup } from '../groups/regroup.js';
import { recordEnd, recordStart } from '../import/import-record.js';
import { countOf } from '../import/merge.js';
import type { Progress } from '../progress.js';
import { publishAndCommit } from '../publish.js';
import { refreshSearch } from '../search/refresh.js';
import { refreshSets } from '../sets/refresh.js';
import { WAITING, withWriterLock } from '../writer.js';
import { gatherBlocks, learnFromBlocks, readBlocks } from './blocks.js';
import { reviewBlock } from './review.js';
import { createTemporaryTable, fillTemporaryTable } from '../temporary-tables.js';

export interface MatchOptions {
  /** Whether to report what the matcher would change without storing any changes. */
  readonly dryRun: boolean;
  /** Whether to wait for an import in progress instead of failing. */
  readonly wait: boolean;
  readonly progress: Progress;
}

export interface MatchSummary {
  readonly graderCards: number;
  /** Number of grader cards whose year is not recognized. */
  readonly withoutYear: number;
  readonly universalCardsCreated: number;
  readonly universalCardsExtended: number;
  readonly matched: number;
  readonly unmatched: number;
  /** Number of grader cards that were left unmatched although similar grader cards exist. */
  readonly uncertainCards: number;
  /** Number of similar pairs that were not matched, by reason. */
  readonly uncertainPairs: Partial<Record<UncertainReason, number>>;
}

export interface MatchReport extends MatchSummary {
  /** Id of the import record; null for a dry run. */
  readonly import: number | null;
  readonly version: number;
  readonly changedSomething: boolean;
  readonly seconds: number;
}

/** Directory of the record of a match. Imports are recorded with absolute paths. */
export const RECORDED_AS = 'admin match';
const ENTRIES_BETWEEN_REPORTS = 1000;

/**
 * Matches cards from different graders that are the same card, in one transaction that holds the writer lock.
 * @throws CliError if another process holds the writer lock and `wait` is false
 */
export async function match(database: DataSource, options: MatchOptions): Promise<MatchReport> {
  const { dryRun, wait, progress } = options;
  const onWait = wait ? () => progress.report(WAITING) : undefined;
  return withWriterLock(database, onWait, async (client) => {
    const started = performance.now();
    const importId = dryRun ? null : await recordStart(client, RECORDED_AS);
    try {
      await client.query('begin');
      const summary = await decide(client, progress);
      const changedSomething = !dryRun && summary.matched + summary.unmatched > 0;
      if (dryRun) await client.query('rollback');
      if (changedSomething) {
        await refreshSearch(client, progress);
        await refreshSets(client, progress);
        await client.query('update dataset set version = version + 1');
      }
      const version = await countOf(client, 'select version from dataset');
      if (importId !== null) {
        await recordEnd(client, importId, { summary });
        await publishAndCommit(client, progress);
      }
      const seconds = (performance.now() - started) / 1000;
      return { ...summary, import: importId, version, changedSomething, seconds };
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      const failure = (error as Error).message;
      if (importId !== null) await recordEnd(client, importId, { failure }).catch(() => undefined);
      throw error;
    }
  });
}

/**
 * Learns word statistics from all grader cards, decides block by block, and applies the decisions within the
 * transaction.
 */
async function decide(client: ClientBase, progress: Progress): Promise<MatchSummary> {
  await trackAffected(client);
  const { entries, withoutYear } = await gatherBlocks(client, progress);
  const knowledge = await learnFromBlocks(client, entries, progress);
  await createTemporaryTable(client, 'match_moves', 'card integer not null, universal integer');
  const reasons = new Map<UncertainReason, number>();
  await createTemporaryTable(client, 'match_uncertain', 'card integer not null');
  let read = 0;
  let [moves, uncertain] = ['', ''];
  for await (const block of readBlocks(client)) {
    const review = reviewBlock(block, knowledge);
    for (const { card, universal } of review.moves) moves += `${card}\t${universal ?? '\\N'}\n`;
    for (const { a, b, reason } of review.uncertain) {
      reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      uncertain += `${a.id}\n${b.id}\n`;
    }
    const before = read;
    read += block.length;
    if (Math.floor(before / ENTRIES_BETWEEN_REPORTS) === Math.floor(read / ENTRIES_BETWEEN_REPORTS))
      continue;
    progress.report('comparing grader cards', read / entries);
    await copyInto(client, 'match_moves', moves);
    await copyInto(client, 'match_uncertain', uncertain);
    [moves, uncertain] = ['', ''];
  }
  await copyInto(client, 'match_moves', moves);
  await copyInto(client, 'match_uncertain', uncertain);
  progress.report('matching');
  const outcome = await applyMoves(client);
  const uncertainPairs = Object.fromEntries(reasons);
  return { graderCards: entries, withoutYear, ...outcome, uncertainPairs };
}

type Outcome = Pick<
  MatchSummary,
  'universalCardsCreated' | 'universalCardsExtended' | 'matched' | 'unmatched' | 'uncertainCards'
>;

/**
 * Applies the moves that the matching rules allow. A move is skipped if a move in another block has already added a
 * card from the same grader to the universal card.
 */
async function applyMoves(client: ClientBase): Promise<Outcome> {
  await fillTemporaryTable(
    client,
    'decisions',
    `
    select 0::smallint as part, row_number() over (order by m.card)::integer as line, c.card_id, u.card_id as universal
    from match_moves m join cards c on c.id = m.card left join cards u on u.id = m.universal
  `,
  );
  await checkGroups(client, 'matcher');
  await regroup(client, 'matcher');
  const { rows } = await client.query<Outcome>(`
    select
      count(distinct universal) filter (where is_new)::integer as "universalCardsCreated",
      count(distinct universal) filter (where not is_new)::integer as "universalCardsExtended",
      count(universal)::integer as matched,
      (count(*) filter (where was is not null))::integer as unmatched,
      (select count(distinct d.card) from match_uncertain d join cards c on c.id = d.card
       where c.universal is null)::integer as "uncertainCards"
    from (
      select d.*, exists (
        select from decisions p where p.card_id = d.universal and p.universal = d.universal
      ) as is_new
      from decisions d where reason is null
    ) d
  `);
  return rows[0] as Outcome;
}
