import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  cardId,
  createTestDatabase,
  csv,
  directoryOf,
  readCsvText,
  removeDirectories,
  type TestDatabase,
} from './admin.js';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.drop());
afterAll(removeDirectories);

describe('bad rows', () => {
  /** 1,000 cards, 10 of them bad in known ways. */
  function thousandCards() {
    const rows = Array.from({ length: 1000 }, (_, n) => `${cardId(n)},psa,Card ${n},,`);
    const bad: [number, string, string, string][] = [
      [3, 'nothex,psa,x,,', 'card_id', 'hexadecimal'],
      [57, `${cardId('a')},topps,x,,`, 'grader', 'topps'],
      [100, `${cardId('b')},psa,,,`, 'description', 'empty'],
      [101, `${cardId('c')},psa,x`, '', '3 columns'],
      [250, `${cardId('d')},psa,x,ftp://x,`, 'set_url', 'link'],
      [251, `${cardId('e')},psa,"x"y,,`, '', 'quote'],
      [499, `${cardId('f')},psa,a "x",,`, '', 'quote'],
      [500, `${cardId('g')},psa,"never closed,,`, '', 'quote'],
      [998, `${cardId(1)},psa,another text,,`, 'card_id', 'line 3'],
      [999, `${cardId('h')},psa,x,,${cardId('unknown')}`, 'universal_card_id', 'no card'],
    ];
    for (const [row, text] of bad) rows[row] = text;
    const text = `card_id,grader,description,set_url,universal_card_id\n${rows.join('\n')}\n`;
    return { text, bad };
  }

  it('are left out and listed with file, line, column and reason', async () => {
    const { text, bad } = thousandCards();
    const rejects = await directoryOf({ 'specs.rejected.csv': 'old' });
    const directory = await directoryOf({
      'cards.csv': text,
      'specs.csv': 'grader,spec_id,status\npsa,1,unmapped\n',
    });
    const { status, result } = await database.json('import', directory, '--rejects', rejects);
    expect(status).toBe(1);
    expect(result.files.cards).toEqual({
      read: 1000,
      added: 990,
      changed: 0,
      unchanged: 0,
      rejected: 10,
    });
    expect(result.rejects).toEqual([join(rejects, 'cards.rejected.csv')]);
    expect(await readdir(rejects)).toEqual(['cards.rejected.csv']);
    expect(await database.query('select from cards')).toHaveLength(990);
    const listed = readCsvText(await readFile(result.rejects[0], 'utf8'));
    expect(listed).toEqual(
      bad.map(([row, , column, reason]) => ({
        file: 'cards.csv',
        line: `${row + 2}`,
        column,
        reason: expect.stringContaining(reason),
      })),
    );
  });

  it('are only counted without --rejects, and take everything back with --strict', async () => {
    const directory = await directoryOf({ 'cards.csv': thousandCards().text });
    const strict = await database.json('import', directory, '--strict');
    expect(strict.status).toBe(1);
    expect(strict.result).toMatchObject({
      rolled_back: true,
      rejected: 10,
      version: 0,
      rejects: [],
    });
    expect(await database.query('select from cards')).toHaveLength(0);
    expect(await database.query('select status, failure from loads')).toEqual([
      { status: 'failed', failure: '10 rows rejected (--strict)' },
    ]);
    const lenient = await database.json('import', directory);
    expect(lenient.status).toBe(1);
    expect(lenient.result).toMatchObject({ rolled_back: false, version: 1, rejects: [] });
  });

  it('are listed with --strict too', async () => {
    const directory = await directoryOf({ 'cards.csv': thousandCards().text });
    const rejects = join(directory, 'rejects');
    const { result } = await database.json('import', directory, '--strict', '--rejects', rejects);
    expect(readCsvText(await readFile(result.rejects[0], 'utf8'))).toHaveLength(10);
  });

  it('are those that repeat a key with other values; an equal repetition is nothing new', async () => {
    const directory = await directoryOf({
      'certs-1.csv': 'grader,cert,grade\npsa,1,psa_9\nPSA,#1,psa_9\npsa,1,psa_8\n',
      'certs-2.csv': 'grader,cert,grade\npsa,2,psa_9\npsa,1,psa_10\n',
    });
    const counts = { read: 5, changed: 0, rejected: 2 };
    const first = await database.json('import', directory, '--rejects', directory);
    expect(first.result.files.certs).toEqual({ ...counts, added: 2, unchanged: 1 });
    const listed = readCsvText(await readFile(first.result.rejects[0], 'utf8'));
    expect(listed.map(({ file, line, reason }) => [file, line, reason])).toEqual([
      ['certs-1.csv', '4', expect.stringContaining('line 2 of certs-1.csv')],
      ['certs-2.csv', '3', expect.stringContaining('line 2 of certs-1.csv')],
    ]);
    // The table is not empty any more, which is another way through.
    const second = await database.json('import', directory);
    expect(second.result.files.certs).toEqual({ ...counts, added: 0, unchanged: 3 });
    expect(await database.query('select cert, grade from certs order by 1')).toEqual([
      { cert: '1', grade: 17 },
      { cert: '2', grade: 17 },
    ]);
  });

  it('are those with null bytes or bytes that are not UTF-8, and nothing around them', async () => {
    const bytes = (text: string) => Buffer.from(text, 'latin1');
    const directory = await directoryOf({
      'cards.csv': Buffer.concat([
        bytes(`card_id,grader,description,name\n${cardId(1)},psa,good,\n`),
        bytes(`${cardId(2)},psa,Pok\xe9mon,\n${cardId(3)},psa,x,a\0b\n${cardId(4)},psa,good,\n`),
      ]),
    });
    const { status, result } = await database.json('import', directory, '--rejects', directory);
    expect(status).toBe(1);
    expect(result.files.cards).toMatchObject({ added: 2, rejected: 2 });
    const listed = readCsvText(await readFile(result.rejects[0], 'utf8'));
    expect(listed.map(({ line, column }) => [line, column])).toEqual([
      ['3', 'description'],
      ['4', 'name'],
    ]);
  });

  it('are those that refer to what is not there', async () => {
    const known = csv(
      'card_id,grader,description,spec_id',
      [cardId(1), 'psa', 'x', '101'],
      [cardId(2), 'beckett', 'y', ''],
    );
    await database.json('import', await directoryOf({ 'cards.csv': known }));
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
      ),
      'images.csv': csv(
        'grader,cert,image_front',
        ['psa', '1', 'https://x.example/'],
        ['psa', '3', 'https://x.example/'],
      ),
    });
    const { result } = await database.json('import', directory, '--rejects', directory);
    const listed: string[][] = [];
    for (const path of result.rejects) {
      for (const row of readCsvText(await readFile(path, 'utf8'))) {
        listed.push([`${row.file}:${row.line}`, `${row.column}`, `${row.reason}`]);
      }
    }
    expect(listed).toEqual([
      ['cards.csv:2', 'grader', 'the card is known as one of psa'],
      ['specs.csv:2', 'spec_id', 'a card has this spec number'],
      ['certs.csv:2', 'card_id', 'no card has this id'],
      ['certs.csv:3', 'card_id', 'the card is one of beckett'],
      ['populations.csv:2', 'card_id', 'no card has this id'],
      [
        'populations.csv:3',
        'grades',
        'the counts are on the scale of psa, the card is one of beckett',
      ],
      ['images.csv:2', 'cert', 'no cert of psa has this number'],
    ]);
  });
});
