import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { prefersGzip, select } from './conditional-request.js';

const NEW = { etag: '"new"', lastModified: 2000, length: 100 };
const OLD = { etag: '"old"', lastModified: 1000, length: 80 };
const KEPT = [NEW, OLD] as const;
const dateOf = (seconds: number): string => new Date(seconds * 1000).toUTCString();

/** Summarizes a selection as status, representation, first byte, and end of the range. */
const outcome = (headers: Record<string, string>, method = 'GET') => {
  const { status, chosen, first, end } = select(KEPT, method, headers);
  return `${status} ${chosen.etag.slice(1, 4)} ${first}-${end}`;
};

describe('select', () => {
  it.each([
    [{ range: 'bytes=10-' }, '206 new 10-100'],
    [{ range: 'bytes=90-900' }, '206 new 90-100'],
    [{ range: 'bytes=-30' }, '206 new 70-100'],
    [{ range: 'bytes=-300' }, '206 new 0-100'],
    [{ range: 'Bytes=0-0' }, '206 new 0-1'],
    [{ range: 'bytes=-0' }, '416 new 0-0'],
    [{ range: 'bytes=0-1,5-6' }, '200 new 0-100'],
    [{ range: 'rows=0-1' }, '200 new 0-100'],
    [{ range: 'bytes=5-1' }, '200 new 0-100'],
    [{ range: 'bytes=-' }, '200 new 0-100'],
    [{ range: 'bytes=10-', 'if-range': '"old"' }, '206 old 10-80'],
    [{ range: 'bytes=10-', 'if-range': 'W/"new"' }, '200 new 0-100'],
    [{ range: 'bytes=10-', 'if-range': dateOf(1000) }, '206 old 10-80'],
    [{ range: 'bytes=10-', 'if-range': dateOf(1001) }, '200 new 0-100'],
    [{ 'if-range': '"old"' }, '200 new 0-100'],
    [{ range: 'bytes=80-', 'if-range': '"old"' }, '416 old 0-0'],
    [{ 'if-none-match': '"old"' }, '200 new 0-100'],
    [{ 'if-none-match': '*', range: 'bytes=1-' }, '304 new 0-100'],
    [{ 'if-modified-since': dateOf(1999) }, '200 new 0-100'],
    [{ 'if-modified-since': 'soon' }, '200 new 0-100'],
    [{ 'if-none-match': '"old"', 'if-modified-since': dateOf(9000) }, '200 new 0-100'],
  ])('selects for %j the status, file and bytes %s', (headers, expected) => {
    expect(outcome(headers as Record<string, string>)).toBe(expected);
  });

  it('never selects bytes beyond the end of the file', () => {
    const header = fc.string({ unit: fc.constantFrom(...'bytes=-0159, ') });
    const range = fc.tuple(fc.option(fc.nat(), { nil: '' }), fc.option(fc.nat(), { nil: '' }));
    fc.assert(
      fc.property(
        fc.oneof(
          header,
          range.map(([a, b]) => `bytes=${a}-${b}`),
        ),
        (value) => {
          const { status, first, end } = select(KEPT, 'GET', { range: value });
          if (status === 416) return;
          expect([first >= 0, first < end, end <= 100]).toEqual([true, true, true]);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe('prefersGzip', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['br, GZIP;q=0.5', true],
    ['x-gzip', true],
    ['*', true],
    ['gzip;q=0', false],
    ['gzip;q=0, *', false],
    ['identity', false],
    ['gzip;q=0.5, identity', false],
    ['gzip, identity;q=0.5', true],
    ['gzip;q=nonsense', false],
  ])('for Accept-Encoding %j returns %p', (header, expected) => {
    expect(prefersGzip(header)).toBe(expected);
  });
});
