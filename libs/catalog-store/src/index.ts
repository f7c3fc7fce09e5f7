export { GzipFile, inflateBlock } from './gzip-file.js';
export { CatalogStore, storedName } from './store.js';
export type { FeedPosition, StoredVersion } from './version.js';
