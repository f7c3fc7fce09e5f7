import { readFileSync, writeFileSync } from 'node:fs';
import { type Environment, pathsFile } from '../environment.js';

const MAX_PAGES = 50;
const FURTHEST_DAYS = 29;
const DAY_MS = 86_400_000;

/**
 * Writes the paths of the first pages of the change feed to a file, starting with the earliest day. The file is empty
 * if the feed cannot be read.
 */
export async function writeFeedPages(environment: Environment, limit: number): Promise<string> {
  const file = pathsFile(environment.directory, `feed-${limit}`);
  writeFileSync(file, (await feedPages(environment, limit)).map((page) => `${page}\n`).join(''));
  return file;
}

async function feedPages({ product, keysFile }: Environment, limit: number): Promise<string[]> {
  const key = readFileSync(keysFile, 'utf8').split('\n')[0] ?? '';
  const since = new Date(Date.now() - FURTHEST_DAYS * DAY_MS).toISOString().slice(0, 10);
  const path = `/v1/cards/population/changes?limit=${limit}`;
  const pages: string[] = [];
  for (let next = `${path}&since=${since}`; pages.length < MAX_PAGES; ) {
    const response = await fetch(product.addresses[0] + next, { headers: { 'x-api-key': key } });
    if (!response.ok) break;
    const { data } = (await response.json()) as {
      data: { count: number; has_more: boolean; next_cursor: string };
    };
    // Store only full pages, because the shorter last page is cheaper to serve.
    if (data.count === limit) pages.push(next);
    if (!data.has_more) break;
    next = `${path}&cursor=${data.next_cursor}`;
  }
  return pages;
}
