import type { Pagination } from '@gcd/contracts';

/** An answer whose JSON a handler has written itself. */
export class FinishedJson {
  constructor(readonly text: string) {}
}

/** A page of a list: `data` is the items, `meta.pagination` the rest. */
export class List<Item> {
  constructor(
    readonly items: readonly Item[],
    readonly pagination: Pagination,
  ) {}

  /** A list that is one full page. */
  static whole<Item>(items: readonly Item[]): List<Item> {
    const size = items.length;
    return new List(items, { page: 1, page_size: size, total: size, total_pages: 1 });
  }
}
