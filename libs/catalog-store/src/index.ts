import type { S3Settings } from './s3-store.js';
import type { CatalogStore } from './store.js';

export { GzipFile, inflateBlock } from './gzip-file.js';
export { NatsCatalogStore } from './nats-store.js';
export { type CatalogStore, type DownloadHeaders, storedName } from './store.js';
export type { FeedPosition, StoredVersion } from './version.js';

/** Opens an S3-compatible bucket. Its client library is large, and is loaded only here. */
export async function openBucket(settings: S3Settings): Promise<CatalogStore> {
  const { S3CatalogStore } = await import('./s3-store.js');
  return new S3CatalogStore(settings);
}
