import { fileURLToPath } from 'node:url';

/** Directory of the sample dataset, in the format of `admin import`. */
export const sampleDirectory = fileURLToPath(new URL('../data', import.meta.url));

export { readSource } from './source.js';
export { STYLES } from './styles/index.js';
export { isCatalogued } from './variety.js';
