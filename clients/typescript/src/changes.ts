import type { RequestOptions } from './options.js';
import { sleep } from './sleep.js';
import type { Change, ChangedGrader, ChangePage, QueryOf } from './types.js';

const DEFAULT_POLL_S = 60;

type Awaitable<Value> = Value | Promise<Value>;

/** Stores the client's position in the change feed between runs. */
export interface CursorStore {
  /** Loads the stored cursor, once, before the first request. @returns null or undefined if none has been stored */
  load(): Awaitable<string | null | undefined>;
  /** Stores a cursor. Called when the next page is requested, after all changes before the cursor were processed. */
  save(cursor: string): Awaitable<unknown>;
}

/** Options for following the change feed. */
export interface FollowOptions extends RequestOptions {
  /** Stores the cursor between runs. */
  readonly store?: CursorStore;
  /** Cursor to start at. A cursor in `store` takes precedence. */
  readonly cursor?: string;
  /** First day whose changes are returned if there is no cursor: `YYYY-MM-DD` in UTC (default: today). */
  readonly since?: string;
  /** Maximum number of ids on a page (default: 1000). */
  readonly limit?: number;
  /** Adds `changes` to each page, with the counts of each card. A page then has at most 1000 ids. */
  readonly include?: 'population';
  /** Stops when there are no more changes, instead of waiting for new ones. */
  readonly once?: boolean;
  /** Seconds to wait while there are no more changes (default: 60). */
  readonly poll?: number;
}

interface Feed {
  listChanges(query: QueryOf<'listChanges'>, options: RequestOptions): Promise<ChangePage>;
}

/** Yields the pages of the change feed that contain ids. */
export async function* followChanges(
  feed: Feed,
  {
    store,
    since,
    limit,
    include,
    once = false,
    poll = DEFAULT_POLL_S,
    signal,
    budget,
    ...options
  }: FollowOptions,
): AsyncGenerator<ChangePage, void> {
  let cursor = (await store?.load()) ?? options.cursor;
  for (;;) {
    const position = cursor === undefined ? { since } : { cursor };
    const page = await feed.listChanges({ ...position, limit, include }, { signal, budget });
    if (page.count > 0) yield page;
    if (page.next_cursor !== cursor) await store?.save(page.next_cursor);
    cursor = page.next_cursor;
    if (page.has_more) continue;
    if (once) return;
    await sleep(poll * 1000, signal);
  }
}

/** Options for watching cards. */
export type WatchOptions = Omit<FollowOptions, 'include'>;

/** A change of a watched card. */
export interface WatchedChange {
  /** The watched id. */
  readonly id: string;
  /** The change of the card to which the id belongs now. Its `card_id` differs from `id` after a match. */
  readonly change: Change;
  /** Totals of the grader card with the watched id. A universal id is the id of one of its grader cards. */
  readonly member: ChangedGrader;
}

/** Yields the changes of some cards. */
export async function* watchCards(
  feed: Feed,
  ids: Iterable<string>,
  options: WatchOptions,
): AsyncGenerator<WatchedChange, void> {
  const watched = ids instanceof Set ? ids : new Set(ids);
  const pages = followChanges(feed, { ...options, include: 'population' });
  for await (const { changes = [] } of pages) {
    for (const change of changes) {
      // The feed lists a matched card under another id, but a grader card always keeps its own.
      for (const member of Object.values(change.by_grader)) {
        if (watched.has(member.card_id)) yield { id: member.card_id, change, member };
      }
    }
  }
}
