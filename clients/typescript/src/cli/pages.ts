import type { ListPage } from '../types.js';

/** Returns the first items of a list. Requests as many pages as necessary. */
export async function firstItems<Item>(
  limit: number,
  readPage: (page: number) => Promise<ListPage<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page: number | undefined = 1; page !== undefined && items.length < limit; ) {
    const found: ListPage<Item> = await readPage(page);
    items.push(...found.items);
    page = found.pagination.next_page;
  }
  return items.slice(0, limit);
}
