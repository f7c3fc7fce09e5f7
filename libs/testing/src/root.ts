import { fileURLToPath } from 'node:url';

/** Directory of the repository. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
