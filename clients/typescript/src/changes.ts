import type { RequestOptions } from './options.js';
import { sleep } from './sleep.js';
import type { ChangePage, QueryOf } from './types.js';

const DEFAULT_POLL_S = 60;

/** Stores the client's position in the change feed between runs. */
export interface CursorStore {
  /** Loads the stored cursor. @returns null if no cursor has been stored */
  load(): Promise<string | null>;
  /** Stores a cursor. Called after all changes before the cursor have been processed. */
  save(cursor: string): Promise<void>;
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
    ...options
  }: FollowOptions,
): AsyncGenerator<ChangePage, void> {
  let cursor = (await store?.load()) ?? options.cursor;
  for (;;) {
    const position = cursor === undefined ? { since } : { cursor };
    const page = await feed.listChanges({ ...position, limit, include }, { signal });
    if (page.count > 0) yield page;
    if (page.next_cursor !== cursor) await store?.save(page.next_cursor);
    cursor = page.next_cursor;
    if (page.has_more) continue;
    if (once) return;
    await sleep(poll * 1000, signal);
  }
}
