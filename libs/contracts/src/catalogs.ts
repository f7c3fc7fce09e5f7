import { z } from 'zod';
import { ApiError } from './errors.js';
import { defineOperation } from './operation.js';

/** The catalogs that exist; a key needs an approval for each. */
export const CATALOGS = ['psa', 'pokemon'] as const;

/** One of {@link CATALOGS}. */
export type Catalog = (typeof CATALOGS)[number];

/** Reads the name of a catalog. @returns null when there is none of that name */
export function parseCatalog(text: string): Catalog | null {
  return CATALOGS.find((catalog) => catalog === text) ?? null;
}

/** `GET /v1/catalogs/{catalog}` */
export const downloadCatalog = defineOperation({
  subject: 'catalogs.v1.download',
  path: '/v1/catalogs/{catalog}',
  summary: 'Every card of a catalog as CSV',
  pathParameters: {
    catalog: {
      description: 'Name of the catalog.',
      schema: { type: 'string', enum: [...CATALOGS] },
      read(text = '') {
        const catalog = parseCatalog(text);
        if (!catalog) throw new ApiError('not_found', 'There is no such catalog.');
        return catalog;
      },
    },
  },
  queryParameters: {},
  data: z.never(),
  errors: ['not_found', 'forbidden'],
});
