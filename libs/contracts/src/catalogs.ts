import { z } from 'zod';
import { ApiError } from './errors.js';
import { count, text } from './fields.js';
import { defineOperation, type InternalOperation } from './operation.js';

/** Names of all catalogs. A key can download only the catalogs on its allowlist. */
export const CATALOGS = ['psa', 'pokemon', 'all'] as const;

export type Catalog = (typeof CATALOGS)[number];

export const CATALOG_FILES = ['cards', 'populations'] as const;

export type CatalogFile = (typeof CATALOG_FILES)[number];

/** The encodings of a catalog file: uncompressed or gzip. */
export const CATALOG_ENCODINGS = ['identity', 'gzip'] as const;

export type CatalogEncoding = (typeof CATALOG_ENCODINGS)[number];

/** A build of a catalog. A build never changes. */
export interface CatalogVersion {
  readonly version: string;
  /** Seconds since 1970; unique among the builds of a catalog. */
  readonly built_at: number;
  readonly bytes: Readonly<Record<CatalogEncoding, number>>;
  /** Cursor at the end of the change feed at the time of the build; null for builds from an earlier release. */
  readonly change_cursor: string | null;
  /** Signed URL of the gzip file; only if downloads are redirected to the bucket. */
  readonly gzip_url?: string;
}

/** `Content-Type` of catalog files. */
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** Returns the `Content-Disposition` of a catalog file. @param builtAt time of the build in seconds since 1970 */
export function dispositionOf(catalog: Catalog, file: CatalogFile, builtAt: number): string {
  const day = new Date(builtAt * 1000).toISOString().slice(0, 10);
  return `attachment; filename="${downloadName(catalog, file)}-${day}.csv"`;
}

export function downloadName(catalog: Catalog, file: CatalogFile): string {
  return file === 'cards' ? catalog : `${catalog}-${file}`;
}

export const catalogNameSchema = z.enum(CATALOGS).meta({
  description:
    'A catalog: all grader cards of `psa`, all Pokemon cards of any grader (`pokemon`), or `all` grader cards.',
});

const catalog = catalogNameSchema.meta({
  description: 'Name of the catalog.',
  examples: ['pokemon'],
  toError: () =>
    new ApiError('not_found', `Unknown catalog. It must be one of: ${CATALOGS.join(', ')}.`),
});

// Each of the two operations needs a separate schema object, because the OpenAPI generator distinguishes schemas by
// identity.
const csv = () => z.string().meta({ contentMediaType: 'text/csv' });

/**
 * `GET /v1/catalogs/{catalog}`. The service returns at least one available build, newest first. The gateway then reads
 * the bytes of a build with {@link readCatalog}.
 */
export const downloadCatalog = defineOperation({
  subject: 'catalogs.v1.download',
  pool: 'catalogs',
  isAllowlisted: true,
  path: '/v1/catalogs/{catalog}',
  tag: 'Catalogs',
  summary: 'Download every card of a catalog as CSV',
  description:
    "The file has one row for each grader card, ordered by card id: `card_id,universal_card_id,grader,spec_id,category,year,set_name,name,card_number,parallel,subset,description,card_url,total_population,gem_total,gem_rate,last_population_change`. UTF-8, RFC 4180, with a header row. A cell that begins with `=`, `+`, `-`, `@`, tab, CR or LF is prefixed with `'`. The allowlist of the key must include the catalog. `X-Change-Cursor` is the cursor of the change feed at the time of the build.",
  pathParameters: { catalog },
  queryParameters: {},
  data: csv(),
  errors: ['not_found', 'forbidden'],
});

/** `GET /v1/catalogs/{catalog}/populations`, which is handled like {@link downloadCatalog}. */
export const downloadCatalogPopulations = defineOperation({
  subject: 'catalogs.v1.populations',
  pool: 'catalogs',
  isAllowlisted: true,
  path: '/v1/catalogs/{catalog}/populations',
  tag: 'Catalogs',
  summary: 'Download the population of every card of a catalog as CSV',
  description:
    'The file has one row for each grader card, ordered by card id: `card_id,universal_card_id,grader,total,gem_total,data_last_updated,last_population_change,grades,qualifiers`. The last two columns are JSON objects with the nonzero counts. To keep a copy up to date, download the file, then follow the change feed from the cursor in `X-Change-Cursor`.',
  pathParameters: { catalog },
  queryParameters: {},
  data: csv(),
  errors: ['not_found', 'forbidden'],
});

export const catalogSchema = z
  .object({
    catalog: catalogNameSchema,
    rows: count('Number of rows in the file, without the header.'),
    bytes: count('Uncompressed size of the file in bytes.').meta({ format: 'int64' }),
    built_at: z.iso
      .datetime()
      .meta({ description: 'Time at which the file was built, ISO 8601 in UTC.' }),
    change_cursor: text('Cursor of the change feed at the time of the build.'),
    allowed: z.boolean().meta({ description: 'Whether your key may download the catalog.' }),
  })
  .meta({ description: 'A catalog that is available for download.' });

export type CatalogRow = z.infer<typeof catalogSchema>;

/** `GET /v1/catalogs`. The gateway adds the field `allowed` to the response of the service. */
export const listCatalogs = defineOperation({
  subject: 'catalogs.v1.list',
  pool: 'catalogs',
  path: '/v1/catalogs',
  tag: 'Catalogs',
  summary: 'List the catalogs',
  description:
    'Lists the available catalogs with their size and age, and whether your key may download them.',
  pathParameters: {},
  queryParameters: {},
  data: z.array(catalogSchema),
  errors: [],
  isList: true,
});

/** Maximum number of bytes in a response to {@link readCatalog}. */
export const MAX_READ_BYTES = 64 * 1024;

/**
 * Reads bytes of a catalog build. The response is the bytes themselves, not JSON. The status is 503 after a temporary
 * failure, and 500 if the build no longer exists.
 */
export const readCatalog = {
  subject: 'catalogs.v1.read',
  pool: 'catalogs',
  request: z.object({
    catalog: z.enum(CATALOGS),
    file: z.enum(CATALOG_FILES).default('cards'),
    version: z.string(),
    encoding: z.enum(CATALOG_ENCODINGS),
    offset: z.int().min(0),
    length: z.int().min(1).max(MAX_READ_BYTES),
  }),
} satisfies InternalOperation;
