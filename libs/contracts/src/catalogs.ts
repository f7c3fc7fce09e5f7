import { z } from 'zod';
import { ApiError } from './errors.js';
import { defineOperation, type InternalOperation } from './operation.js';

/** The catalogs that exist; a key needs an approval for each. */
export const CATALOGS = ['psa', 'pokemon'] as const;

/** One of {@link CATALOGS}. */
export type Catalog = (typeof CATALOGS)[number];

/** Reads the name of a catalog. @returns null when there is none of that name */
export function parseCatalog(text: string): Catalog | null {
  return CATALOGS.find((catalog) => catalog === text) ?? null;
}

/** How the bytes of a catalog can be had: as they are, or as a gzip file. */
export const CATALOG_ENCODINGS = ['identity', 'gzip'] as const;

/** One of {@link CATALOG_ENCODINGS}. */
export type CatalogEncoding = (typeof CATALOG_ENCODINGS)[number];

/** A build of a catalog that can be downloaded. It never changes. */
export interface CatalogVersion {
  readonly version: string;
  /** Seconds since 1970; never the same for two builds of a catalog. */
  readonly built_at: number;
  readonly bytes: Readonly<Record<CatalogEncoding, number>>;
}

/**
 * `GET /v1/catalogs/{catalog}`. The service answers with the versions that can be downloaded, the newest first, at least one; their
 * bytes are then read by {@link readCatalog}.
 */
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
  data: z.string().meta({ contentMediaType: 'text/csv' }),
  errors: ['not_found', 'forbidden'],
});

/** The most that one {@link readCatalog} reads. */
export const MOST_READ_BYTES = 128 * 1024;

/**
 * Bytes of a version of a catalog: the answer is exactly these, and not JSON. What cannot be read now is an error of 503, a version that
 * is not kept any more one of 500.
 */
export const readCatalog = {
  subject: 'catalogs.v1.read',
  request: z.object({
    catalog: z.enum(CATALOGS),
    version: z.string(),
    encoding: z.enum(CATALOG_ENCODINGS),
    offset: z.int().min(0),
    length: z.int().min(1).max(MOST_READ_BYTES),
  }),
} satisfies InternalOperation;
