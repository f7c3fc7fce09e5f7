import { fileURLToPath } from 'node:url';

/** The directory with the sample dataset, in the format that `admin import` loads. */
export const sampleDirectory = fileURLToPath(new URL('../data', import.meta.url));

export { readSource } from './source.js';
export { STYLES } from './styles/index.js';
export { isCatalogued } from './variety.js';
