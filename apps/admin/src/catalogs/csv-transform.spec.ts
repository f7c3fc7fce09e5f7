import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { CsvTransform } from './csv-transform.js';

/** Transforms a string in chunks of `pieceBytes`. @returns the resulting blocks */
async function finish(text: string, pieceBytes: number, blockBytes: number): Promise<Buffer[]> {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      yield bytes.subarray(at, at + pieceBytes);
    }
  }
  const blocks: Buffer[] = [];
  for await (const block of new CsvTransform().blocks(pieces(), blockBytes)) blocks.push(block);
  return blocks;
}

/** Removes the leading apostrophe of an escaped CSV cell, as a client does. */
const unguarded = (cell: string): string => (/^'+[=+\-@\t\r\n]/.test(cell) ? cell.slice(1) : cell);

describe('CsvTransform', () => {
  it('prefixes formula cells with an apostrophe so that removing it restores the original cells', async () => {
    const cell = fc.string({
      unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '\n', "'", '"', ',', 'é', 'a', ' '),
      maxLength: 5,
    });
    const table = fc
      .integer({ min: 2, max: 4 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
      );
    const size = fc.integer({ min: 1, max: 20 });
    await fc.assert(
      fc.asyncProperty(table, size, size, async (rows, pieceBytes, blockBytes) => {
        // With these options, `stringify` quotes the same cells as PostgreSQL does.
        const text = stringify(rows, { quoted_match: /[\r\n]/, escape_formulas: false });
        const blocks = await finish(text, pieceBytes, blockBytes);
        expect(blocks.slice(0, -1).every(({ length }) => length === blockBytes)).toBe(true);
        const read: string[][] = parse(Buffer.concat(blocks), { record_delimiter: '\r\n' });
        expect(read.flat().filter((each) => /^[=+\-@\t\r\n]/.test(each))).toEqual([]);
        expect(read.map((cells) => cells.map(unguarded))).toEqual(rows);
      }),
      { numRuns: 500 },
    );
  });
});
