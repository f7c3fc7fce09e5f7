import { readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cardId, csv, directoryOf, importChecked, readCsv } from './admin.js';
import { database } from './new-database.js';

describe('invalid dataset rows', () => {
  /** Creates 1,000 cards, 10 of which are invalid for known reasons. */
  function thousandCards() {
    const rows = Array.from({ length: 1000 }, (_, n) => `${cardId(n)},psa,Card ${n},,`);
    const bad: [number, string, string, string][] = [
      [3, 'nothex,psa,x,,', 'card_id', 'hexadecimal'],
      [57, `${cardId('a')},topps,x,,`, 'grader', 'topps'],
      [100, `${cardId('b')},psa,,,`, 'description', 'empty'],
      [101, `${cardId('c')},psa,x`, '', '3 columns'],
      [250, `${cardId('d')},psa,x,ftp://x,`, 'set_url', 'https://'],
      [251, `${cardId('e')},psa,"x"y,,`, '', 'quote'],
      [499, `${cardId('f')},psa,a "x",,`, '', 'quote'],
      [500, `${cardId('g')},psa,"never closed,,`, '', 'quote'],
      [998, `${cardId(1)},psa,another text,,`, 'card_id', 'line 3'],
      [999, `${cardId('h')},psa,x,,${cardId('unknown')}`, 'universal_card_id', 'There is no card'],
    ];
    for (const [row, text] of bad) rows[row] = text;
    const text = `card_id,grader,description,set_url,universal_card_id\n${rows.join('\n')}\n`;
    return { text, bad };
  }

  it('are skipped and listed with file, line, column and reason', async () => {
    const { text, bad } = thousandCards();
    const rejects = await directoryOf({ 'specs.rejected.csv': 'old' });
    const directory = await directoryOf({
      'cards.csv': text,
      'specs.csv': 'grader,spec_id,status\npsa,1,unmapped\n',
    });
    const { status, result } = await importChecked(database, directory, '--rejects', rejects);
    expect(status).toBe(1);
    const counts = { read: 1000, added: 990, changed: 0, unchanged: 0, rejected: 10 };
    expect(result.files.cards).toEqual(counts);
    expect(result.rejects).toEqual([join(rejects, 'cards.rejected.csv')]);
    expect(await readdir(rejects)).toEqual(['cards.rejected.csv']);
    expect(await database.query('select from cards')).toHaveLength(990);
    const listed = await readCsv(result.rejects[0]);
    expect(listed).toEqual(
      bad.map(([row, , column, reason]) => ({
        file: 'cards.csv',
        line: `${row + 2}`,
        column,
        reason: expect.stringContaining(reason),
      })),
    );
  });

  it('are counted but not listed without --rejects, and cause a rollback with --strict', async () => {
    const directory = await directoryOf({ 'cards.csv': thousandCards().text });
    const rejects = join(await directoryOf({}), 'rejects');
    const strict = await importChecked(database, directory, '--strict', '--rejects', rejects);
    expect(strict.status).toBe(1);
    expect(strict.result).toMatchObject({ rolled_back: true, rejected: 10, version: 0 });
    expect(await readCsv(strict.result.rejects[0])).toHaveLength(10);
    expect(await database.query('select from cards')).toHaveLength(0);
    expect(await database.query('select status, failure from loads')).toEqual([
      { status: 'failed', failure: '10 rows rejected (--strict)' },
    ]);
    const lenient = await importChecked(database, directory);
    expect(lenient.status).toBe(1);
    expect(lenient.result).toMatchObject({ rolled_back: false, version: 1, rejects: [] });
  });

  it('make the import fail without a change if the disk is full', async () => {
    // The list is larger than the buffers between PostgreSQL and the file.
    const invalid = 'nothex,psa,x\n'.repeat(50_000);
    const directory = await directoryOf({
      'cards.csv': `card_id,grader,description\n${cardId(1)},psa,x\n${invalid}`,
    });
    const list = join(directory, 'cards.rejected.csv');
    await symlink('/dev/full', list);
    const message = expect.stringContaining(`Cannot write ${list}: `);
    for (const check of [['--check'], []]) {
      const { status, result } = await database.json(
        ...['import', directory, '--rejects', directory, ...check],
      );
      expect([status, result]).toEqual([1, { error: message }]);
    }
    expect(await database.query('select status, failure from loads')).toEqual([
      { status: 'failed', failure: message },
    ]);
    expect(await database.query('select from cards')).toHaveLength(0);
    expect((await database.json('import', directory, '--no-wait')).result.version).toBe(1);
  });

  it('include rows that repeat a key with different values, but not exact duplicates', async () => {
    const directory = await directoryOf({
      'certs-1.csv': 'grader,cert,grade\npsa,1,psa_9\nPSA,#1,psa_9\npsa,1,psa_8\n',
      'certs-2.csv': 'grader,cert,grade\npsa,2,psa_9\npsa,1,psa_10\n',
    });
    const counts = { read: 5, changed: 0, rejected: 2 };
    const first = await importChecked(database, directory, '--rejects', directory);
    expect(first.result.files.certs).toEqual({ ...counts, added: 2, unchanged: 1 });
    const listed = await readCsv(first.result.rejects[0]);
    expect(listed.map(({ file, line, reason }) => [file, line, reason])).toEqual([
      ['certs-1.csv', '4', expect.stringContaining('line 2 of certs-1.csv')],
      ['certs-2.csv', '3', expect.stringContaining('line 2 of certs-1.csv')],
    ]);
    // The table of certs is no longer empty, so the second import searches for duplicates instead of relying on the
    // primary key.
    const second = await importChecked(database, directory);
    expect(second.result.files.certs).toEqual({ ...counts, added: 0, unchanged: 3 });
    expect(await database.query('select cert, grade from certs order by 1')).toEqual([
      { cert: '1', grade: 17 },
      { cert: '2', grade: 17 },
    ]);
  });

  it('include exactly the rows that contain null bytes or invalid UTF-8', async () => {
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    const directory = await directoryOf({
      'cards.csv': Buffer.concat([
        bytes(`card_id,grader,description,name\n${cardId(1)},psa,good,\n`),
        bytes(`${cardId(2)},psa,Pok\xe9mon,\n${cardId(3)},psa,x,a\0b\n${cardId(4)},psa,good,\n`),
      ]),
    });
    const { status, result } = await importChecked(database, directory, '--rejects', directory);
    expect(status).toBe(1);
    expect(result.files.cards).toMatchObject({ added: 2, rejected: 2 });
    const listed = await readCsv(result.rejects[0]);
    expect(listed.map(({ line, column }) => [line, column])).toEqual([
      ['3', 'description'],
      ['4', 'name'],
    ]);
  });

  it('include rows that refer to nonexistent rows', async () => {
    const known = csv(
      'card_id,grader,description,spec_id',
      [cardId(1), 'psa', 'x', '101'],
      [cardId(2), 'beckett', 'y', ''],
    );
    await importChecked(database, await directoryOf({ 'cards.csv': known }));
    const directory = await directoryOf({
      'cards.csv': csv('card_id,grader,description', [cardId(1), 'sgc', 'x']),
      'specs.csv': csv('grader,spec_id,status', ['psa', '101', 'unmapped']),
      'certs.csv': csv(
        'grader,cert,card_id',
        ['psa', '1', cardId(9)],
        ['psa', '2', cardId(2)],
        ['psa', '3', cardId(1)],
      ),
      'populations.csv': csv(
        'card_id,date,grades',
        [cardId(9), '2024-01-01', {}],
        [cardId(2), '2024-01-01', { psa_9: 1 }],
        [cardId(2), '2024-01-02', { 9.5: 3 }],
      ),
      'images.csv': csv(
        'grader,cert,image_front',
        ['psa', '1', 'https://x.example/'],
        ['psa', '3', 'https://x.example/'],
      ),
    });
    const { result } = await importChecked(database, directory, '--rejects', directory);
    const listed: string[][] = [];
    for (const path of result.rejects) {
      for (const row of await readCsv(path)) {
        listed.push([`${row.file}:${row.line}`, `${row.column}`, `${row.reason}`]);
      }
    }
    const expected = [
      ['cards.csv:2', 'grader', 'this one is a psa card. Use psa'],
      ['specs.csv:2', 'spec_id', 'A card has this spec number'],
      ['certs.csv:2', 'card_id', 'There is no card with this id. Add it to cards.csv, or leave'],
      ['certs.csv:3', 'card_id', 'The card is a beckett card, but the cert is a psa cert.'],
      ['populations.csv:2', 'card_id', 'There is no card with this id. Add it to cards.csv.'],
      ['populations.csv:3', 'grades', 'but the grade keys are of psa. Allowed: beckett_1, beckett'],
      ['populations.csv:4', 'grades', '"9.5" in grades is not a grade key. The card is a beckett'],
      ['images.csv:2', 'cert', 'There is no psa cert with this number. Add it to certs.csv.'],
    ];
    expect(listed).toEqual(
      expected.map(([row, column, reason]) => [row, column, expect.stringContaining(`${reason}`)]),
    );
  });
});
