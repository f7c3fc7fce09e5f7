import { describe, expect, it } from '@jest/globals';
import { ROWS } from '../rows.ts';
import { withRow } from '../table.ts';

const NUMBERS = Object.keys(ROWS);
const DOCUMENT = [
  'Before.',
  '<!-- faults: begin -->',
  '',
  '| # | Fault | Expected | Result | Seen | Requests | p99 | Measured |',
  '|---|---|---|---|---|---|---|---|',
  '| 1 | old words | old words | passed | 0 errors | 5,809 | 1 / 2 / 3 | 2026-01-02, abc |',
  '| 2 | old words | old words | failed: errors | 3 errors | 7 | 1 / 2 / 3 | 2026-01-02, abc |',
  '| 99 | a row that is gone | | passed | | | | 2026-01-02, abc |',
  '',
  '<!-- faults: end -->',
  'After.',
].join('\n');

describe('withRow', () => {
  const written = withRow(DOCUMENT, '2', '| 2 | new |');
  const rows = written.split('\n').filter((line) => /^\| \d/.test(line));

  it('returns a table with every row of the suite, once and in order', () => {
    const numbers = rows.map((line) => line.split(' ')[1]);
    expect([...numbers].sort()).toEqual([...NUMBERS].sort());
    expect(numbers.slice(0, 4)).toEqual(['1', '2', '3', '4']);
    expect(numbers.indexOf('10')).toBeGreaterThan(numbers.indexOf('9'));
  });

  it("replaces one row, and keeps the other rows' earlier results and dates", () => {
    expect(rows[1]).toBe('| 2 | new |');
    expect(rows[0]).toBe(
      `| 1 | ${ROWS[1].fault} | ${ROWS[1].expected} | passed | 0 errors | 5,809 | 1 / 2 / 3 | 2026-01-02, abc |`,
    );
  });

  it('marks rows that were never measured', () => {
    expect(rows[2]).toContain('| not measured |');
  });

  it('does not change the text around the table', () => {
    expect(written.startsWith('Before.\n')).toBe(true);
    expect(written.endsWith('\nAfter.')).toBe(true);
  });
});
