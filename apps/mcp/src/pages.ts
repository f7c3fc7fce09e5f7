import type { ListPage } from '@gcd/client';
import { z } from 'zod';

const PAGE_SIZE = 25;

/** Returns the schema of a page of a list. @param items schema of the list of items */
export function pageOf(items: z.ZodArray) {
  return z.object({
    items,
    pagination: z.object({
      page: z.int(),
      page_size: z.int(),
      total: z.int(),
      total_pages: z.int(),
      next_page: z.int().optional().meta({ description: 'Absent on the last page.' }),
    }),
  });
}

/**
 * Returns a page of 25 items, which is part of a longer page of the API.
 * @param apiPageSize number of items on a page of the API, a multiple of 25
 */
export async function shortPage<Item>(
  page: number,
  apiPageSize: number,
  readPage: (page: number) => Promise<ListPage<Item>>,
): Promise<ListPage<Item>> {
  const before = (page - 1) * PAGE_SIZE;
  const offset = before % apiPageSize;
  const { items, pagination } = await readPage(Math.floor(before / apiPageSize) + 1);
  const total_pages = Math.ceil(pagination.total / PAGE_SIZE);
  return {
    items: items.slice(offset, offset + PAGE_SIZE),
    pagination: {
      page,
      page_size: PAGE_SIZE,
      total: pagination.total,
      total_pages,
      ...(page < total_pages && { next_page: page + 1 }),
    },
  };
}
