import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readSince } from './since.js';

const at = (moment: string): number => Date.parse(moment);

describe('readSince', () => {
  it('defaults to today in UTC', () => {
    expect(readSince(null, at('2026-03-01T00:00:00Z'))).toBe('2026-03-01');
    expect(readSince(null, at('2026-03-01T00:30:00+02:00'))).toBe('2026-02-28');
  });

  it.each([
    ['2026-03-01T00:00:00.000Z', '2026-03-01', '2026-01-30'],
    ['2028-03-01T23:59:59.999Z', '2028-03-01', '2028-01-31'],
  ])('at %s, accepts the days from %s back to %s', (moment, today, oldest) => {
    const now = at(moment);
    const next = (day: string, days: number): string =>
      new Date(at(day) + days * 86_400_000).toISOString().slice(0, 10);
    expect(readSince(today, now)).toBe(today);
    expect(readSince(oldest, now)).toBe(oldest);
    expect(() => readSince(next(today, 1), now)).toThrow('today or earlier');
    expect(() => readSince(next(oldest, -1), now)).toThrow('30 days ago');
  });

  it.each(['2027-02-29', '0000-00-00', 'infinity', '2026-1-1'])('rejects %s', (text) =>
    expect(() => readSince(text)).toThrow('must be a date'),
  );

  it('rejects any string that is not an accepted day', () => {
    const oddly = fc.oneof(fc.string({ unit: 'binary' }), fc.date().map(String));
    fc.assert(fc.property(oddly, (text) => expect(() => readSince(text)).toThrow()));
  });
});
