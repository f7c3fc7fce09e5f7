import type { Catalog, CatalogEncoding, CatalogFile, CatalogVersion } from '@gcd/contracts';
import type { Representation } from '@gcd/http';

/** One encoding of one build of a catalog file. */
export interface EncodedFile extends Representation {
  readonly catalog: Catalog;
  readonly file: CatalogFile;
  readonly version: string;
  readonly encoding: CatalogEncoding;
  readonly changeCursor: string | null;
}

export function encodedFile(
  catalog: Catalog,
  file: CatalogFile,
  encoding: CatalogEncoding,
  { version, built_at, bytes, change_cursor }: CatalogVersion,
): EncodedFile {
  return {
    catalog,
    file,
    version,
    encoding,
    changeCursor: change_cursor,
    etag: `"${nameOf(catalog, file)}-${version}-${encoding}"`,
    lastModified: built_at,
    length: bytes[encoding],
  };
}

/** Returns the response headers that describe a file. */
export function fileHeaders({
  catalog,
  file,
  etag,
  lastModified,
  changeCursor,
}: EncodedFile): Record<string, string> {
  const built = new Date(lastModified * 1000);
  const fileName = `${nameOf(catalog, file)}-${built.toISOString().slice(0, 10)}.csv`;
  return {
    etag,
    'last-modified': built.toUTCString(),
    'accept-ranges': 'bytes',
    'content-disposition': `attachment; filename="${fileName}"`,
    ...(changeCursor !== null && { 'x-change-cursor': changeCursor }),
  };
}

function nameOf(catalog: Catalog, file: CatalogFile): string {
  return file === 'cards' ? catalog : `${catalog}-${file}`;
}
