import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { canonicalUrl } from './canonical-url.js';

describe('canonicalUrl', () => {
  it.each([
    ['/', '/'],
    ['/?', '/'],
    ['/sets/', '/sets'],
    ['/sets/?page=2', '/sets?page=2'],
    ['/sets?page=2&category=Pokemon', '/sets?category=Pokemon&page=2'],
    ['/sets?utm_source=x', '/sets'],
    ['/sets?page=&year=1999', '/sets?year=1999'],
    ['/sets?page=1&page=2', '/sets?page=1'],
    ['/?q=a&query=', '/?query=a'],
    ['/?q=a&query=b', '/?query=b'],
    ['/?query=a%20b', '/?query=a+b'],
    ['/?query=%zz', '/?query=%25zz'],
    ['/%zz?page=1', '/%zz?page=1'],
  ])('converts %s to %s', (url, expected) => {
    expect(canonicalUrl(url)).toBe(expected);
  });

  it('keeps the values of known parameters, and is idempotent', () => {
    fc.assert(
      fc.property(
        fc.string({ minLength: 1, unit: 'binary' }),
        fc.string({ minLength: 1 }),
        (query, year) => {
          const url = canonicalUrl(`/?${new URLSearchParams({ year, other: 'x', query })}`);
          expect(canonicalUrl(url)).toBe(url);
          const given = new URLSearchParams(url.slice(2));
          expect([...given]).toEqual([
            ['query', query],
            ['year', year],
          ]);
        },
      ),
    );
  });
});
