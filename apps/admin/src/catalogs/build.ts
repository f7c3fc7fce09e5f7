import { createHash } from 'node:crypto';
import {
  type CatalogStore,
  type FeedPosition,
  GzipFile,
  type StoredVersion,
  storedName,
} from '@gcd/catalog-store';
import { CATALOG_FILES, type Catalog, type CatalogFile } from '@gcd/contracts';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copyRows, countRows, FEED_POSITION } from './catalog.query.js';
import { CsvTransform } from './csv-transform.js';

// Uncompressed size, in bytes, of each block in a compressed file. Blocks are small because a block must be
// decompressed completely to read a single byte. Larger blocks would compress better.
const BLOCK_BYTES = 256 * 1024;

export interface BuiltFile extends StoredVersion {
  /** Whether the new file has the same rows as the newest build. If it does, the newest build stays current. */
  readonly unchanged: boolean;
}

export interface Built extends Readonly<Record<CatalogFile, BuiltFile>> {
  readonly catalog: Catalog;
  readonly seconds: number;
}

export interface Builder {
  readonly client: ClientBase;
  readonly store: CatalogStore;
  readonly siteUrl: string;
}

/**
 * Builds both files of a catalog (cards and populations) from one database snapshot. Each file records the position of
 * that snapshot in the change feed. A file is published only if its rows differ from those of its newest build. If the
 * process is killed, earlier builds stay available, and the next build deletes the incomplete one.
 */
export async function buildCatalog(
  builder: Builder,
  catalog: Catalog,
  report: (done: number) => void,
): Promise<Built> {
  const began = performance.now();
  const { client } = builder;
  // On failure, close the connection instead of rolling back, because a rollback would have to read the rest of the
  // COPY output first.
  await client.query('begin isolation level repeatable read read only');
  const position = (await client.query<FeedPosition>(FEED_POSITION)).rows[0];
  if (!position) throw new Error('feed_head has no row');
  const { rows } = await client.query<{ rows: number }>(countRows(catalog));
  const expected = Math.max(1, rows[0]?.rows ?? 0) * CATALOG_FILES.length;
  const build = (file: CatalogFile, rowsBefore: number): Promise<BuiltFile> =>
    buildFile(builder, catalog, file, position, (done) =>
      report(Math.min(1, (rowsBefore + done) / expected)),
    );
  const cards = await build('cards', 0);
  const populations = await build('populations', cards.rows);
  await client.query('commit');
  const seconds = (performance.now() - began) / 1000;
  return { catalog, cards, populations, seconds };
}

async function buildFile(
  { client, store, siteUrl }: Builder,
  catalog: Catalog,
  kind: CatalogFile,
  position: FeedPosition,
  report: (rows: number) => void,
): Promise<BuiltFile> {
  const name = storedName(catalog, kind);
  await store.removeOthers(name);
  const hash = createHash('sha256');
  const csv = new CsvTransform();
  const file = new GzipFile();
  async function* blocks(): AsyncGenerator<Buffer> {
    const copy = client.query(copyTo(copyRows(catalog, kind, siteUrl)));
    for await (const block of csv.blocks(copy, BLOCK_BYTES)) {
      hash.update(block);
      report(csv.rows);
      yield block;
    }
  }
  const stored = await store.write(name, file.compress(blocks()), () => ({
    rows: csv.rows,
    position,
    sha256: hash.digest('hex'),
    csvBytes: file.size,
    gzipBytes: file.gzipSize,
    blockBytes: BLOCK_BYTES,
    blockLengths: file.blockLengths,
  }));
  const [newest] = await store.versions(name);
  const unchanged = newest?.sha256 === stored.sha256 && (await store.isWhole(name, newest));
  if (!unchanged) await store.publish(name, stored);
  await store.removeOthers(name);
  return { ...(unchanged ? newest : stored), unchanged };
}
