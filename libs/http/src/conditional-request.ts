import type { IncomingHttpHeaders } from 'node:http';

/** A downloadable representation in the sense of RFC 9110. Its `ETag` is strong. */
export interface Representation {
  readonly etag: string;
  /** Time of the last modification in seconds since 1970, which is unique for each build. */
  readonly lastModified: number;
  readonly length: number;
}

/**
 * The selected range of bytes, from `first` up to but not including `end`. Both are 0 if the range is not satisfiable.
 */
export interface Selection<Chosen> {
  readonly status: 200 | 206 | 304 | 416;
  readonly chosen: Chosen;
  readonly first: number;
  readonly end: number;
}

/**
 * Evaluates the preconditions and the range of a request. If `If-Range` matches an older representation that is still
 * stored, the range selects bytes of that representation. A download can therefore resume after a new build.
 * @param stored the stored representations, newest first
 */
export function select<Chosen extends Representation>(
  stored: readonly [Chosen, ...Chosen[]],
  method: string,
  headers: IncomingHttpHeaders,
): Selection<Chosen> {
  const [newest] = stored;
  const whole = { status: 200, chosen: newest, first: 0, end: newest.length } as const;
  if (isUnchanged(newest, headers)) return { ...whole, status: 304 };
  const range = method === 'GET' ? readRange(headers.range) : null;
  if (!range) return whole;
  const ifRange = headers['if-range'];
  const chosen =
    typeof ifRange === 'string' ? stored.find((each) => matchesIfRange(each, ifRange)) : newest;
  if (!chosen) return whole;
  const { length } = chosen;
  const first = range.first ?? Math.max(0, length - (range.last ?? 0));
  const end = range.first === null ? length : Math.min((range.last ?? length - 1) + 1, length);
  return first < length
    ? { status: 206, chosen, first, end }
    : { status: 416, chosen, first: 0, end: 0 };
}

/** Whether an `If-None-Match` header matches an `ETag`. */
export function matchesEtag(etag: string, ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined) return false;
  const weak = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').map(weak).includes(weak(etag));
}

/** Whether an `Accept-Encoding` header prefers gzip over no encoding. */
export function prefersGzip(acceptEncoding: string | string[] | undefined): boolean {
  const weights = new Map<string, number>();
  for (const entry of String(acceptEncoding ?? '').split(',')) {
    const [coding = '', ...parameters] = entry
      .toLowerCase()
      .split(';')
      .map((part) => part.trim());
    const weight = parameters.find((each) => each.startsWith('q='))?.slice(2) ?? '1';
    weights.set(coding, Number(weight) || 0);
  }
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? weights.get('*') ?? 0;
  return gzip > 0 && gzip >= (weights.get('identity') ?? 0);
}

function isUnchanged(newest: Representation, headers: IncomingHttpHeaders): boolean {
  const ifNoneMatch = headers['if-none-match'];
  if (ifNoneMatch !== undefined) return matchesEtag(newest.etag, ifNoneMatch);
  // `Date.parse` returns NaN for an invalid date, which makes the comparison false.
  return newest.lastModified * 1000 <= Date.parse(headers['if-modified-since'] ?? '');
}

/** Whether an `If-Range` header refers to a representation, by its `ETag` or its exact date. */
function matchesIfRange({ etag, lastModified }: Representation, ifRange: string): boolean {
  return ifRange.trim() === etag || Date.parse(ifRange) === lastModified * 1000;
}

interface Range {
  /** First byte of the range; null for a suffix range such as `-500`. The length of a suffix range is in `last`. */
  readonly first: number | null;
  /** Last byte of the range, or null if the range extends to the end of the file. */
  readonly last: number | null;
}

/**
 * Parses a `Range` header.
 * @returns null if the range must be ignored because it has an unknown unit, is malformed, or consists of several
 * ranges
 */
function readRange(header: string | undefined): Range | null {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? [];
  if (first === '' && last === '') return null;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return null;
  return { first: first === '' ? null : Number(first), last: last === '' ? null : Number(last) };
}
