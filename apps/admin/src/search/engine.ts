import {
  CARDS_ALIAS,
  type CardDocument,
  cardsIndex,
  type Client,
  connectOpenSearch,
} from '@gcd/card-index';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { CliError } from '../cli-error.js';
import { countOf } from '../import/merge.js';
import type { Progress } from '../progress.js';
import { WAITING, withWriterLock } from '../writer.js';

const TIMEOUT_MS = 120_000;
/** Number of pages of `search_cards` that are read at once. */
const PAGES_AT_ONCE = 4000;
const CARDS_AT_ONCE = 2500;

const DOCUMENT = `card, popularity, nullif(popularity, 0) as copies,
  translate(encode(convert_to(entries, 'UTF8'), 'base64'), chr(10), '') as entries,
  array_to_string(tsvector_to_array(terms), ' ') as lexemes`;

/** Settings that an index gets once it has all cards. Copies of shards are made from complete ones, which is cheaper. */
const AFTER_BUILD = { refresh_interval: '1s', auto_expand_replicas: '0-1' };

/** How far the build of an index has come, stored in the index. */
interface BuildState {
  /** The object id of the table that is read, which a rebuild of the search table changes. */
  readonly table: number;
  /** The next page of the table to read. */
  readonly page: number;
}

/** Connects to the cluster in `SEARCH_URL`. @throws CliError if the variable is not set */
export function openSearch(): Client {
  const url = process.env.SEARCH_URL;
  if (!url) throw new CliError('SEARCH_URL is not set. Set it to the URL of OpenSearch.');
  return connectOpenSearch(url, TIMEOUT_MS);
}

/**
 * Builds an index of all cards, and then makes it the one that searches use. Searches use the current index until
 * then. Continues an interrupted build.
 * @returns the number of cards
 */
export async function buildEngineIndex(
  client: ClientBase,
  engine: Client,
  shards: number,
  progress: Progress,
): Promise<number> {
  await client.query('update search_index set uses_engine = true');
  const { rows } = await client.query<{ table: number; pages: number }>(
    `select 'search_cards'::regclass::oid::integer as table,
       (pg_relation_size('search_cards') / current_setting('block_size')::integer)::integer as pages`,
  );
  const { table, pages } = rows[0] as (typeof rows)[number];
  const { index, page: first } = await unfinishedBuild(engine, table, shards);
  let cards = await cardsOnPages(client, first);
  for (let page = first; page < pages; page += PAGES_AT_ONCE) {
    progress.report('sending cards to OpenSearch', page / pages);
    // The next cards are read while these are sent.
    const [next] = await Promise.all([
      cardsOnPages(client, page + PAGES_AT_ONCE),
      send(engine, [index], cards),
    ]);
    const state: BuildState = { table, page: page + PAGES_AT_ONCE };
    await engine.indices.putMapping({ index, body: { _meta: state } });
    cards = next;
  }
  progress.report('merging the index');
  await engine.indices.forcemerge({ index, max_num_segments: 1 }, { requestTimeout: 7_200_000 });
  await engine.indices.putSettings({ index, body: { index: AFTER_BUILD } });
  // Cards may have changed since an interrupted build sent them.
  await sendPending(client, engine, progress);
  await engine.indices.refresh({ index });
  const [sent, all] = [
    (await engine.count({ index })).body.count,
    await countOf(client, 'select count(*) from search_cards'),
  ];
  if (sent !== all) {
    await engine.indices.delete({ index });
    throw new CliError(`OpenSearch has ${sent} of ${all} cards. Run admin search build again.`);
  }
  const others = (await indexNames(engine)).filter((name) => name !== index);
  const removals = others.map((name) => ({ remove_index: { index: name } }));
  await engine.indices.updateAliases({
    body: { actions: [{ add: { index, alias: CARDS_ALIAS } }, ...removals] },
  });
  return sent;
}

async function cardsOnPages(client: ClientBase, first: number): Promise<CardDocument[]> {
  const { rows } = await client.query<CardDocument>(
    `select ${DOCUMENT} from search_cards where ctid >= $1::tid and ctid < $2::tid`,
    [`(${first},0)`, `(${first + PAGES_AT_ONCE},0)`],
  );
  return rows;
}

/** Returns the index of an interrupted build of the same table, or else creates an index. */
async function unfinishedBuild(
  engine: Client,
  table: number,
  shards: number,
): Promise<{ index: string; page: number }> {
  const { body } = await engine.indices.get({ index: `${CARDS_ALIAS}-*` });
  for (const [index, { aliases, mappings }] of Object.entries(body)) {
    if (Object.keys(aliases ?? {}).length > 0) continue;
    const state = mappings?._meta as BuildState | undefined;
    if (state?.table === table) return { index, page: state.page };
    await engine.indices.delete({ index });
  }
  const index = `${CARDS_ALIAS}-${Date.now()}`;
  await engine.indices.create({ index, body: cardsIndex(shards) as never });
  return { index, page: 0 };
}

/**
 * Sends the cards that were imported or matched since the last call, if search uses OpenSearch. If this fails, a later
 * call sends them; searches may miss new cards until then.
 */
export async function updateEngine(
  database: DataSource,
  progress: Progress,
  warn: (message: string) => void,
): Promise<void> {
  const [{ pending }] = await database.query(
    'select exists (select from search_pending) as pending',
  );
  if (!pending) return;
  try {
    const engine = openSearch();
    const onWait = () => progress.report(WAITING);
    await withWriterLock(database, onWait, (client) => sendPending(client, engine, progress));
  } catch (error) {
    warn(`OpenSearch is not up to date; run admin search update: ${(error as Error).message}`);
  }
}

/** Sends the pending cards to all indexes of their version, including that of an unfinished build. */
async function sendPending(client: ClientBase, engine: Client, progress: Progress): Promise<void> {
  const indexes = await indexNames(engine);
  const all = await countOf(client, 'select count(*) from search_pending');
  for (let sent = 0; ; sent += CARDS_AT_ONCE) {
    if (all > 0) progress.report('sending changed cards to OpenSearch', sent / all);
    const { rows } = await client.query<{ card: number }>(
      `select card from search_pending order by card limit ${CARDS_AT_ONCE}`,
    );
    if (rows.length === 0) return;
    const ids = rows.map(({ card }) => card);
    const { rows: cards } = await client.query<CardDocument>(
      `select ${DOCUMENT} from search_cards where card = any($1)`,
      [ids],
    );
    const kept = new Set(cards.map(({ card }) => card));
    const removed = ids.filter((card) => !kept.has(card));
    await send(engine, indexes, cards, removed);
    await client.query('delete from search_pending where card = any($1)', [ids]);
  }
}

/** Deletes the indexes, and no longer records changed cards. */
export async function dropEngineIndex(client: ClientBase, engine: Client): Promise<void> {
  const indexes = await indexNames(engine);
  if (indexes.length > 0) await engine.indices.delete({ index: indexes });
  await client.query('update search_index set uses_engine = false');
  await client.query('truncate search_pending');
}

/** Writes cards to indexes, and removes others. @throws CliError if OpenSearch rejects one */
async function send(
  engine: Client,
  indexes: readonly string[],
  cards: readonly CardDocument[],
  removed: readonly number[] = [],
): Promise<void> {
  const of = (index: string, card: number) => ({ _index: index, _id: String(card) });
  const operations = indexes.flatMap((index) => [
    ...cards.map((card) => [{ index: of(index, card.card) }, card]),
    ...removed.map((card) => [{ delete: of(index, card) }]),
  ]);
  const parts = [];
  for (let at = 0; at < operations.length; at += CARDS_AT_ONCE) {
    parts.push(operations.slice(at, at + CARDS_AT_ONCE).flat());
  }
  await Promise.all(
    parts.map(async (body) => {
      const { body: reply } = await engine.bulk({ body: body as never });
      if (!reply.errors) return;
      for (const { index, delete: deleted } of reply.items) {
        const { error } = index ?? deleted ?? {};
        if (error) throw new CliError(`OpenSearch rejects a card: ${error.reason ?? error.type}`);
      }
    }),
  );
}

async function indexNames(engine: Client): Promise<string[]> {
  const { body } = await engine.indices.get({ index: `${CARDS_ALIAS}-*` });
  return Object.keys(body);
}
