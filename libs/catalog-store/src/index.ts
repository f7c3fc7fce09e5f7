export { GzipFile, inflateBlock } from './gzip-file.js';
export { CatalogStore } from './store.js';
export type { StoredVersion } from './version.js';
