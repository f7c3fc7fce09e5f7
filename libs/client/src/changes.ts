import type { CallOptions } from './http-transport.js';
import { sleep } from './sleep.js';
import type { ChangesPage, QueryOf } from './types.js';

const DEFAULT_POLL_S = 60;

/** Where the place in the feed is kept from one run to the next. */
export interface CursorStore {
  /** @returns null when there is none yet */
  load(): Promise<string | null>;
  /** Called when everything before the cursor has been done. */
  save(cursor: string): Promise<void>;
}

/** How the feed is followed. */
export interface FollowOptions extends CallOptions {
  /** Where to go on, and where the place is kept. */
  readonly store?: CursorStore;
  /** Where to go on; a cursor that `store` has comes first. */
  readonly cursor?: string;
  /** Day to begin with, `YYYY-MM-DD` in UTC, without a cursor; today when absent. */
  readonly since?: string;
  /** Most ids on a page; 1000 when absent. */
  readonly limit?: number;
  /** Adds the counts of each card, in `changes`. A page then has 1000 ids at most. */
  readonly include?: 'population';
  /** Ends when there are no more changes, instead of waiting for some. */
  readonly once?: boolean;
  /** How many seconds to wait when there are no more changes; 60 when absent. */
  readonly poll?: number;
}

/** What the feed is read by. */
interface Feed {
  listChanges(query: QueryOf<'listChanges'>, options: CallOptions): Promise<ChangesPage>;
}

/** Pages of the feed that have ids, one after the other. */
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
): AsyncGenerator<ChangesPage, void> {
  let cursor = (await store?.load()) ?? options.cursor;
  for (;;) {
    const place = cursor === undefined ? { since } : { cursor };
    const page = await feed.listChanges({ ...place, limit, include }, { signal });
    if (page.count > 0) yield page;
    if (page.next_cursor !== cursor) await store?.save(page.next_cursor);
    cursor = page.next_cursor;
    if (page.has_more) continue;
    if (once) return;
    await sleep(poll * 1000, signal);
  }
}
