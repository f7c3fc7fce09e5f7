import {
  blockOf,
  type Entry,
  featuresOf,
  type Knowledge,
  Learner,
  resolveNames,
  yearAndNumberOf,
} from '@gcd/matching';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { copyInto } from '../copy-into.js';
import { withClient } from '../database.js';
import { copyWriter } from '../import/copy-text.js';
import { countOf } from '../import/merge.js';
import type { Progress } from '../progress.js';
import { inTransaction, prepareConnection } from '../writer.js';
import {
  GRADER_CARD_COLUMNS,
  MAY_BE_MATCHED,
  STANDING_COLUMNS,
  type StandingEntry,
} from './entries.js';
import { createTemporaryTable } from '../temporary-tables.js';

const ROWS_AT_ONCE = 10_000;

/** A grader card and the block it belongs to. */
export interface BlockEntry extends StandingEntry {
  readonly block: string;
  /**
   * Block of the promoted grader card in the same universal card. Null if this grader card has no universal card, or if
   * the promoted grader card has no block.
   */
  readonly promotedBlock: string | null;
}

/**
 * Reads all grader cards and creates `match_blocks (block, card)`.
 * @returns the number of grader cards, and how many of them lack a recognizable year
 */
export async function gatherBlocks(
  client: ClientBase,
  progress: Progress,
): Promise<{ entries: number; withoutYear: number }> {
  const all = await countOf(client, 'select count(*) from cards');
  await createTemporaryTable(client, 'match_blocks', 'block text not null, card integer not null');
  await client.query(`
    declare match_reading no scroll cursor for select ${GRADER_CARD_COLUMNS} from cards c where ${MAY_BE_MATCHED}
  `);
  const writeText = copyWriter('text');
  let entries = 0;
  let withoutYear = 0;
  for (;;) {
    const { rows } = await client.query<Entry>(`fetch ${ROWS_AT_ONCE} from match_reading`);
    if (rows.length === 0) break;
    let lines = '';
    for (const entry of rows) {
      const block = blockOf(yearAndNumberOf(entry));
      if (block === null) withoutYear += 1;
      else lines += `${writeText(block)}\t${entry.id}\n`;
    }
    await copyInto(client, 'match_blocks', lines);
    entries += rows.length;
    progress.report('reading grader cards', entries / all);
  }
  await client.query('close match_reading');
  await client.query('create index on match_blocks (card)');
  await client.query('analyze match_blocks');
  return { entries, withoutYear };
}

/**
 * Iterates over the blocks that {@link gatherBlocks} created, ordered by year, with one block in memory at a
 * time.
 */
export function readBlocks(client: ClientBase): AsyncGenerator<BlockEntry[]> {
  return blocksOf(
    client,
    `select b.block, ${GRADER_CARD_COLUMNS}, ${STANDING_COLUMNS}, p.block as "promotedBlock"
     from match_blocks b join cards c on c.id = b.card left join match_blocks p on p.card = c.universal`,
  );
}

/** Learns which words distinguish cards, from the blocks that {@link gatherBlocks} created. */
export async function learnFromBlocks(
  client: ClientBase,
  entries: number,
  progress: Progress,
): Promise<Knowledge> {
  const learner = new Learner();
  let read = 0;
  const blocks = blocksOf<Entry & { readonly block: string }>(
    client,
    `select b.block, ${GRADER_CARD_COLUMNS} from match_blocks b join cards c on c.id = b.card`,
  );
  for await (const block of blocks) {
    learner.add(resolveNames(block.map(featuresOf)));
    read += block.length;
    progress.report('learning from the catalog', read / entries);
  }
  return learner.finish();
}

async function* blocksOf<Row extends { readonly id: number; readonly block: string }>(
  client: ClientBase,
  select: string,
): AsyncGenerator<Row[]> {
  await client.query(
    `declare match_blocks_reading no scroll cursor for ${select} order by b.block, c.id`,
  );
  let block: Row[] = [];
  for (;;) {
    const { rows } = await client.query<Row>(`fetch ${ROWS_AT_ONCE} from match_blocks_reading`);
    if (rows.length === 0) break;
    for (const row of rows) {
      if (block[0] && block[0].block !== row.block) {
        yield block;
        block = [];
      }
      block.push(row);
    }
  }
  if (block.length > 0) yield block;
  await client.query('close match_blocks_reading');
}

/**
 * Learns word statistics from all grader cards and passes them to `work`, in one transaction that changes no stored
 * data.
 */
export function withLearnedBlocks<Result>(
  database: DataSource,
  progress: Progress,
  work: (client: ClientBase, learned: { entries: number; knowledge: Knowledge }) => Promise<Result>,
): Promise<Result> {
  return withClient(database, async (client) => {
    await prepareConnection(client);
    return inTransaction(client, async () => {
      const { entries } = await gatherBlocks(client, progress);
      const knowledge = await learnFromBlocks(client, entries, progress);
      return work(client, { entries, knowledge });
    });
  });
}
