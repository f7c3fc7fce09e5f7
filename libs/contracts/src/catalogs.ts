import { z } from 'zod';
import { ApiError } from './errors.js';
import { defineOperation, type InternalOperation } from './operation.js';
import type { Parameter } from './parameters.js';

/** The catalogs that exist; a key must be on the allowlist of each. */
export const CATALOGS = ['psa', 'pokemon', 'all'] as const;

/** One of {@link CATALOGS}. */
export type Catalog = (typeof CATALOGS)[number];

/** Reads the name of a catalog. @returns null when there is none of that name */
export function parseCatalog(text: string): Catalog | null {
  return CATALOGS.find((catalog) => catalog === text) ?? null;
}

/** The files of a catalog: its cards, and the population of each. */
export const CATALOG_FILES = ['cards', 'populations'] as const;

/** One of {@link CATALOG_FILES}. */
export type CatalogFile = (typeof CATALOG_FILES)[number];

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
  /** Of the feed, at the moment of the build; null when an earlier release built it. */
  readonly change_cursor: string | null;
}

const catalog: Parameter<Catalog> = {
  description: 'Name of the catalog.',
  schema: { type: 'string', enum: [...CATALOGS] },
  read(text = '') {
    const found = parseCatalog(text);
    if (!found) throw new ApiError('not_found', 'There is no such catalog.');
    return found;
  },
};

// A schema for each operation: the document tells them apart by identity.
const csv = () => z.string().meta({ contentMediaType: 'text/csv' });

/**
 * `GET /v1/catalogs/{catalog}`. The service answers with the versions that can be downloaded, the newest first, at least one; their
 * bytes are then read by {@link readCatalog}.
 */
export const downloadCatalog = defineOperation({
  subject: 'catalogs.v1.download',
  path: '/v1/catalogs/{catalog}',
  summary: 'Every card of a catalog as CSV',
  description:
    'One row for each grader card, ordered by card id, with its totals at the end. `X-Change-Cursor` is the cursor of the change feed at the moment of the build.',
  pathParameters: { catalog },
  queryParameters: {},
  data: csv(),
  errors: ['not_found', 'forbidden'],
});

/** `GET /v1/catalogs/{catalog}/populations`: served like {@link downloadCatalog}. */
export const downloadCatalogPopulations = defineOperation({
  subject: 'catalogs.v1.populations',
  path: '/v1/catalogs/{catalog}/populations',
  summary: 'The population of every card of a catalog as CSV',
  description:
    'One row for each grader card, ordered by card id: `card_id,universal_card_id,grader,total,gem_total,data_last_updated,last_population_change,grades,qualifiers`. The last two columns are JSON objects with the counts that are not zero. To keep a copy up to date, download the file, then follow the change feed from the cursor in `X-Change-Cursor`.',
  pathParameters: { catalog },
  queryParameters: {},
  data: csv(),
  errors: ['not_found', 'forbidden'],
});

/** A catalog that has been built. */
export const catalogSchema = z.object({
  catalog: z.enum(CATALOGS),
  rows: z.int().nonnegative().meta({ description: 'Rows of the file, without the header.' }),
  bytes: z.int().nonnegative().meta({ description: 'Size of the file without compression.' }),
  built_at: z.iso.datetime(),
  change_cursor: z.string().meta({
    description: 'The cursor of the change feed at the moment of the build.',
  }),
  allowed: z.boolean().meta({ description: 'Whether your key may download it.' }),
});

/** A catalog that has been built. */
export type CatalogRow = z.infer<typeof catalogSchema>;

/** `GET /v1/catalogs`. The service leaves out `allowed`, which the gateway knows. */
export const listCatalogs = defineOperation({
  subject: 'catalogs.v1.list',
  path: '/v1/catalogs',
  summary: 'The catalogs that have been built',
  description: 'A catalog that has not been built yet is not listed.',
  pathParameters: {},
  queryParameters: {},
  data: z.array(catalogSchema),
  errors: [],
  isList: true,
});

/** The most that one {@link readCatalog} reads. */
export const MAX_READ_BYTES = 128 * 1024;

/**
 * Bytes of a version of a catalog: the answer is exactly these, and not JSON. What cannot be read now is an error of 503, a version that
 * is not kept any more one of 500.
 */
export const readCatalog = {
  subject: 'catalogs.v1.read',
  request: z.object({
    catalog: z.enum(CATALOGS),
    file: z.enum(CATALOG_FILES).default('cards'),
    version: z.string(),
    encoding: z.enum(CATALOG_ENCODINGS),
    offset: z.int().min(0),
    length: z.int().min(1).max(MAX_READ_BYTES),
  }),
} satisfies InternalOperation;
