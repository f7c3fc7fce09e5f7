import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PageCache } from './page-cache.js';
import type { StoredResponse } from './stored-response.js';

const MAX_BYTES = 400_000;
const PAGE_BYTES = 8500;

const page = (size: number): StoredResponse => ({
  status: 200,
  headers: {},
  body: Buffer.alloc(size),
  isCompressed: false,
});
const VALID = { version: '1', freshUntil: 10 };

describe('PageCache', () => {
  it('never holds more bytes than allowed', () => {
    const requests = fc.array(
      fc.record({
        url: fc.integer({ min: 0, max: 60 }).map(String),
        size: fc.integer({ min: 0, max: MAX_BYTES }),
      }),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(requests, (list) => {
        const cache = new PageCache(MAX_BYTES);
        for (const { url, size } of list) {
          if (!cache.fresh(url, 0)) cache.store(url, VALID, page(size));
        }
        const urls = [...new Set(list.map(({ url }) => url))];
        const bytes = urls.map((url) => cache.fresh(url, 0)?.body.length ?? 0);
        expect(bytes.reduce((one, other) => one + other, 0)).toBeLessThanOrEqual(MAX_BYTES);
      }),
    );
  });

  it('keeps a page that was requested twice, even if many others are then requested once', () => {
    const cache = new PageCache(MAX_BYTES);
    cache.store('/', VALID, page(PAGE_BYTES));
    expect(cache.fresh('/', 0)).toBeDefined();
    for (let index = 0; index < 1000; index += 1) {
      cache.store(`/card/${index}`, VALID, page(PAGE_BYTES));
    }
    expect(cache.fresh('/', 0)).toBeDefined();
    expect(cache.fresh('/card/0', 0)).toBeUndefined();
    expect(cache.fresh('/card/999', 0)).toBeDefined();
  });
});
