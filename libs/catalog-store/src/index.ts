export { GzipFile, inflateBlock } from './gzip-file.js';
export { NatsCatalogStore } from './nats-store.js';
export { S3CatalogStore, type S3Settings } from './s3-store.js';
export { type CatalogStore, storedName } from './store.js';
export type { FeedPosition, StoredVersion } from './version.js';
