import type { Pagination } from '@gcd/contracts/operation';

/** A response with something for the gateway that is not part of `data`. Its JSON must not contain spaces. */
export class WithMeta<Data, Meta> {
  constructor(
    readonly data: Data,
    readonly meta: Meta,
  ) {}
}

/** One page of a list. `data` contains the items, and `meta.pagination` the position of the page. */
export class List<Item> extends WithMeta<readonly Item[], Pagination> {
  /** Creates one page of a longer list. @param total number of items in the whole list */
  static page<Item>(
    items: readonly Item[],
    { page, size, total }: { page: number; size: number; total: number },
  ): List<Item> {
    const pages = Math.ceil(total / size);
    const next = page < pages ? { next_page: page + 1 } : {};
    return new List(items, { page, page_size: size, total, total_pages: pages, ...next });
  }

  /** Creates a list that fits on one page. */
  static whole<Item>(items: readonly Item[]): List<Item> {
    const total = items.length;
    return List.page(items, { page: 1, size: Math.max(1, total), total });
  }
}
