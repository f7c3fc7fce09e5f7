import {
  type Catalog,
  type CatalogEncoding,
  type CatalogFile,
  type CatalogVersion,
  dispositionOf,
  downloadName,
} from '@gcd/contracts';
import type { Representation } from '@gcd/http';

/** One encoding of one build of a catalog file. */
export interface EncodedFile extends Representation, CatalogVersion {
  readonly catalog: Catalog;
  readonly file: CatalogFile;
  readonly encoding: CatalogEncoding;
}

export function encodedFile(
  catalog: Catalog,
  file: CatalogFile,
  encoding: CatalogEncoding,
  build: CatalogVersion,
): EncodedFile {
  return {
    ...build,
    catalog,
    file,
    encoding,
    etag: `"${downloadName(catalog, file)}-${build.version}-${encoding}"`,
    lastModified: build.built_at,
    length: build.bytes[encoding],
  };
}

/** Returns the response headers that describe a file. */
export function fileHeaders(described: EncodedFile): Record<string, string> {
  const { catalog, file, etag, lastModified, change_cursor: cursor } = described;
  return {
    etag,
    'last-modified': new Date(lastModified * 1000).toUTCString(),
    'accept-ranges': 'bytes',
    'content-disposition': dispositionOf(catalog, file, lastModified),
    ...(cursor !== null && { 'x-change-cursor': cursor }),
  };
}
