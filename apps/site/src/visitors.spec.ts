import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { VisitorLimit } from './visitors.js';

const RATE = 2;
const BURST = 20;

/** Returns how many pages are served if each of `addresses` requests one page, in order and at the same time. */
function served(addresses: readonly string[]): number {
  const limit = new VisitorLimit(RATE);
  return addresses.filter((address) => limit.take(address, 0) >= 0).length;
}

const times = (count: number, address: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => address(index));

describe('VisitorLimit', () => {
  it('never admits more requests from an address than its burst plus its rate over time', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 300 }), (pauses) => {
        const limit = new VisitorLimit(RATE);
        const pages: number[] = [];
        let now = 0;
        for (const pause of pauses) {
          now += pause;
          if (limit.take('192.0.2.1', now) >= 0) pages.push(now);
        }
        for (const [first, start] of pages.entries()) {
          for (const [offset, end] of pages.slice(first).entries()) {
            expect(offset + 1).toBeLessThanOrEqual(BURST + ((end - start) / 1000) * RATE + 1e-6);
          }
        }
      }),
    );
  });

  it('admits a request from an address again after the returned number of seconds', () => {
    const limit = new VisitorLimit(RATE);
    for (let page = 1; page <= BURST; page += 1) {
      expect(limit.take('192.0.2.1', 0)).toBe(BURST - page);
    }
    const seconds = limit.secondsUntilNext(limit.take('192.0.2.1', 0));
    expect(seconds).toBe(1);
    expect(limit.take('192.0.2.1', seconds * 1000)).toBeGreaterThanOrEqual(0);
  });

  it.each<[string, (index: number) => string, number]>([
    ['one IPv4 address', () => '192.0.2.1', BURST],
    ['IPv4 addresses', (index) => `192.0.2.${index}`, 100],
    [
      'one IPv4 address, in its plain and IPv6-mapped forms',
      (index) => (index % 2 ? '::ffff:192.0.2.1' : '192.0.2.1'),
      BURST,
    ],
    ['IPv6 networks', (index) => `2001:db8:0:${index.toString(16)}::1`, 100],
  ])(
    'limits requests per IPv4 address and per IPv6 /64 network: %s',
    (_name, address, expected) => {
      expect(served(times(100, address))).toBe(expected);
    },
  );
});
