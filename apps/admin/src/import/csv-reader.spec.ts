import { describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { type CsvRecord, readCsv } from './csv-reader.js';

/** Reads a string or buffer that arrives in chunks of the given size. */
async function read(text: string | Buffer, chunkBytes = 7): Promise<CsvRecord[]> {
  const bytes = Buffer.from(text as string);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
  }
  const records: CsvRecord[] = [];
  for await (const batch of readCsv(chunks())) records.push(...batch);
  return records;
}

const cells = (records: CsvRecord[]) => records.map((record) => record.cells);

/** Returns the line numbers of the valid records and of the malformed ones. */
const lines = (records: CsvRecord[]) =>
  records.map(({ line, broken }) => (broken === undefined ? line : `${line} ${broken}`));

describe('readCsv', () => {
  it('parses lines that end with CR alone, in chunks of any size', async () => {
    for (let size = 1; size < 12; size += 1) {
      const records = await read('a,b\r1,"x\ry"\r\r2,z', size);
      expect(cells(records)).toEqual([
        ['a', 'b'],
        ['1', 'x\ny'],
        ['2', 'z'],
      ]);
      expect(lines(records)).toEqual([1, 2, 5]);
    }
  });

  it('parses valid CSV that arrives in chunks of any size', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'é', '🂡', ',', '"', '\n', '\r\n', ' ') });
    const table = fc.integer({ min: 2, max: 4 }).chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
        minLength: 1,
        maxLength: 6,
      }),
    );
    const delimiter = fc.constantFrom('\n', '\r\n');
    await fc.assert(
      fc.asyncProperty(
        table,
        delimiter,
        fc.integer({ min: 1, max: 40 }),
        async (rows, end, size) => {
          const text = stringify(rows, { record_delimiter: end, quoted_match: /\n/ });
          expect(cells(await read(text, size))).toEqual(rows);
          expect(parse(text, { record_delimiter: end })).toEqual(rows);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('numbers each record by the line on which it starts', async () => {
    expect(lines(await read('a,b\n1,"x\ny\nz"\n2,"q"\n3,4\n'))).toEqual([1, 2, 5, 6]);
  });

  it.each([
    ['too few columns', '1', /The row has 1 columns, but the header has 2/],
    ['too many columns', '1,2,3', /3 columns/],
    ['a quote inside an unquoted field', 'a "b",1', /quote/],
    ['text after a closing quote', '"a"b,1', /quote/],
    ['an unclosed quote', '"a,1', /quote/],
    ['a quote that is closed only in a later row', '1,"a', /quote|columns/],
  ])('rejects only the line with %s', async (_, line, reason) => {
    const records = await read(`a,b\n1,2\n${line}\n3,"x, y"\n5,"6"\n7,8\n`);
    expect(lines(records)).toEqual([1, 2, expect.stringMatching(reason), 4, 5, 6]);
    expect(lines(records)[2]).toMatch(/^3 /);
    expect(records[3]?.cells).toEqual(['3', 'x, y']);
  });

  it('does not buffer the whole file when a quote is never closed', async () => {
    const row = `1,${'x'.repeat(1000)}\n`;
    const records = await read(`a,b\n1,"open\n${row.repeat(3000)}`, 1 << 16);
    expect(records.filter(({ broken }) => broken)).toHaveLength(1);
    expect(records).toHaveLength(3002);
  });

  it('rejects a line of any length without buffering it', async () => {
    const line = Buffer.alloc(1 << 20, 'x');
    async function* chunks() {
      yield Buffer.from('a,b\n1,"');
      for (let count = 0; count < 4; count += 1) yield line;
      yield Buffer.from('"\n2,3\n');
    }
    const records: CsvRecord[] = [];
    for await (const batch of readCsv(chunks())) records.push(...batch);
    expect(lines(records)).toEqual([1, expect.stringMatching(/^2 The line has more than/), 3]);
  });
});
