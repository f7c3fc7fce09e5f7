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
export interface EncodedFile extends Representation {
  readonly catalog: Catalog;
  readonly file: CatalogFile;
  readonly version: string;
  readonly encoding: CatalogEncoding;
  readonly changeCursor: string | null;
  /** Signed URL from which the client must download the file; undefined if the gateway sends it. */
  readonly url: string | undefined;
}

export function encodedFile(
  catalog: Catalog,
  file: CatalogFile,
  encoding: CatalogEncoding,
  { version, built_at, bytes, change_cursor, gzip_url }: CatalogVersion,
): EncodedFile {
  return {
    catalog,
    file,
    version,
    encoding,
    changeCursor: change_cursor,
    url: encoding === 'gzip' ? gzip_url : undefined,
    etag: `"${downloadName(catalog, file)}-${version}-${encoding}"`,
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
  return {
    etag,
    'last-modified': new Date(lastModified * 1000).toUTCString(),
    'accept-ranges': 'bytes',
    'content-disposition': dispositionOf(catalog, file, lastModified),
    ...(changeCursor !== null && { 'x-change-cursor': changeCursor }),
  };
}
