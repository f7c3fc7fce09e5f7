import { createHash } from 'node:crypto';
import { CatalogStore, GzipFile, type StoredVersion } from '@gcd/catalog-store';
import type { Catalog } from '@gcd/contracts';
import type { ClientBase } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { copyRows, countRows } from './catalog.query.js';
import { CsvFinish } from './csv-finish.js';

// Small enough to answer a read of any byte with, large enough to compress well.
const BLOCK_BYTES = 256 * 1024;

// Any number that nothing else locks: "ctlg" in ASCII.
const BUILD_LOCK = 0x63746c67;

/** What became of a catalog. */
export interface Built extends StoredVersion {
  readonly catalog: Catalog;
  /** Whether there is nothing new, so that the newest build stays what it was. */
  readonly unchanged: boolean;
  readonly seconds: number;
}

/** Makes this connection the only one that builds catalogs, until it ends. @param onWait called when it has to wait */
export async function becomeOnlyBuilder(client: ClientBase, onWait: () => void): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [BUILD_LOCK]);
  if (rows[0].locked) return;
  onWait();
  await client.query('select pg_advisory_lock($1)', [BUILD_LOCK]);
}

/**
 * Builds a catalog and makes it the one that is handed out, unless that has the same rows. Killed at any point it leaves the one
 * before, and what remains is removed by the next build.
 */
export async function buildCatalog(
  client: ClientBase,
  store: CatalogStore,
  catalog: Catalog,
  siteUrl: string,
  report: (done: number) => void,
): Promise<Built> {
  const began = performance.now();
  await store.removeOthers(catalog);
  const { rows } = await client.query<{ rows: number }>(countRows(catalog));
  const expected = Math.max(1, rows[0]?.rows ?? 0);
  const hash = createHash('sha256');
  const csv = new CsvFinish();
  const file = new GzipFile();
  async function* blocks(): AsyncGenerator<Buffer> {
    const copy = client.query(copyTo(copyRows(catalog, siteUrl)));
    for await (const block of csv.blocks(copy, BLOCK_BYTES)) {
      hash.update(block);
      report(Math.min(1, csv.rows / expected));
      yield block;
    }
  }
  const stored = await store.write(catalog, file.compress(blocks()), () => ({
    rows: csv.rows,
    sha256: hash.digest('hex'),
    csvBytes: file.size,
    gzipBytes: file.gzipSize,
    blockBytes: BLOCK_BYTES,
    blockLengths: file.blockLengths,
  }));
  const [newest] = await store.versions(catalog);
  const unchanged = newest?.sha256 === stored.sha256 && (await store.isWhole(catalog, newest));
  if (!unchanged) await store.publish(catalog, stored);
  await store.removeOthers(catalog);
  const seconds = (performance.now() - began) / 1000;
  return { ...(unchanged ? newest : stored), catalog, unchanged, seconds };
}
