import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { cardId, csv, directoryOf, importChecked } from './admin.js';
import { database } from './new-database.js';

const CARDS = csv(
  'card_id,grader,description,spec_id,universal_card_id',
  [cardId(1), 'psa', '1999 Game, Pikachu', '101', cardId(1)],
  [cardId(2), 'BGS', '1999 Game Pikachu', '', cardId(1)],
);
const EVERYTHING = {
  'cards.csv': CARDS,
  'specs.csv': csv('grader,spec_id,status', ['psa', '7', 'processing'], ['psa', '8', 'unmapped']),
  'certs.csv': csv(
    'grader,cert,card_id,grade,qualifier_type,grade_label,description,has_auto_grade,retrieved_month,centering',
    ['psa', ' #123 ', cardId(1), 'psa_9', '', 'MINT 9', 'not kept', 'true', '2024-05', ''],
    ['psa', '124', cardId(1), 'psa_q8', 'OC', 'NM-MT 8 (OC)', '', '', '', ''],
    ['psa', '125', '', 'psa_q8', '', 'NM-MT 8 (Q)', 'No card', 'false', '', ''],
    ['bgs', '123', cardId(2), 'beckett_9_5', '', 'GEM', '', '', '', 9.5],
  ),
  'populations.csv': csv(
    'card_id,date,grades,qualifiers',
    [cardId(1), '2024-01-05', { psa_10: 3, psa_9: 2 }, { psa_q8: 1 }],
    [cardId(2), '2024-01-12', {}, ''],
  ),
  'images.csv': csv('grader,cert,image_front', ['psa', '123', 'https://i.example/1.jpg']),
  'authentications.csv': csv('cert,description,result,primary_subjects,other_subjects', [
    'A1',
    'Ball',
    'Authentic',
    'Ann "A" Bee | C, D',
    '',
  ]),
  'matches.csv': csv('card_id,universal_card_id', [cardId(2), cardId(1)]),
};

const unchanged = (read: number) => ({ read, added: 0, changed: 0, unchanged: read, rejected: 0 });
const added = (read: number) => ({ ...unchanged(read), added: read, unchanged: 0 });

describe('a dataset with every kind of file', () => {
  it('is imported completely, and a second import changes nothing', async () => {
    const directory = await directoryOf(EVERYTHING);
    const first = await importChecked(database, directory, '--strict');
    expect(first.status).toBe(0);
    expect(first.result).toMatchObject({
      version: 1,
      as_of: '2024-01-12',
      rejected: 0,
      warnings: [],
    });
    expect(first.result.files).toEqual({
      cards: added(2),
      matches: added(1),
      specs: added(2),
      certs: added(4),
      populations: added(2),
      images: added(1),
      authentications: added(1),
    });
    const before = await everything();
    const second = await importChecked(database, directory, '--strict');
    expect(second.status).toBe(0);
    expect(second.result).toMatchObject({ version: 1, as_of: '2024-01-12' });
    const files = first.result.files as Record<string, { read: number }>;
    for (const [kind, { read }] of Object.entries(files)) {
      expect([kind, second.result.files[kind]]).toEqual([kind, unchanged(read)]);
    }
    expect(await everything()).toEqual(before);

    const { cards, certs, populations, authentications } = before;
    expect(cards).toMatchObject([
      { grader: 'psa', spec_id: '101', description: '1999 Game, Pikachu', universal: 1 },
      { grader: 'beckett', spec_id: null, universal: 1 },
    ]);
    expect(certs).toMatchObject([
      {
        cert: '123',
        card: 1,
        grade: 17,
        qualifier: null,
        grade_label: null,
        description: null,
        has_auto_grade: true,
      },
      { cert: '124', card: 1, grade: null, qualifier: 8, qualifier_type: 'OC', grade_label: null },
      {
        cert: '125',
        card: null,
        qualifier: 8,
        qualifier_type: null,
        grade_label: null,
        description: 'No card',
      },
      { grader: 'beckett', cert: '123', card: 2, grade: 17, grade_label: 'GEM', centering: 9.5 },
    ]);
    expect(populations).toMatchObject([
      { total: 6, gem_total: 3 },
      { total: 0, gem_total: 0, grades: new Array(20).fill(0), qualifiers: [] },
    ]);
    expect(authentications).toMatchObject([
      { primary_subjects: ['Ann "A" Bee', 'C, D'], other_subjects: [] },
    ]);
  });

  async function everything() {
    const tables = 'cards specs certs populations population_history images authentications'.split(
      ' ',
    );
    const rows: Record<string, unknown[]> = {};
    for (const table of tables) {
      rows[table] = await database.query(`select * from ${table} order by 1, 2`);
    }
    return rows;
  }
});

describe('dataset files', () => {
  it('may be split or gzipped, and may have columns in any order, a byte-order mark and CRLF line endings', async () => {
    const cards = (n: number) => `${cardId(n)},Card ${n},psa\r\n`;
    const header = 'card_id,description,grader\r\n';
    const directory = await directoryOf({
      'cards-0001.csv': `\ufeff${header}${cards(1)}${cards(2)}`,
      'cards-0002.csv.gz': gzipSync(
        `grader,card_id,description\nsgc,${cardId(3)},"Card\n3 \\ é"\n`,
      ),
    });
    const { status, result } = await importChecked(database, directory);
    expect(status).toBe(0);
    expect(result.files).toEqual({ cards: added(3) });
    expect(await database.query('select description from cards order by id')).toEqual([
      { description: 'Card 1' },
      { description: 'Card 2' },
      { description: 'Card\n3 \\ é' },
    ]);
  });

  it('are skipped with a warning if their names are unknown; so are unknown columns', async () => {
    const directory = await directoryOf({
      'cards.csv': csv('card_id,grader,description,colour\u001b', [cardId(1), 'psa', 'x', 'red']),
      'certs.csv': csv('grader,cert,Grade', ['psa', '1', 'psa_9']),
      'card.csv': 'x',
      'cards.rejected.csv': 'left by an earlier load',
    });
    const { status, result } = await importChecked(database, directory);
    expect(status).toBe(0);
    expect(result.files).toEqual({ cards: added(1), certs: added(1) });
    expect(result.warnings).toEqual([
      expect.stringContaining('card.csv'),
      'cards.csv: unknown column "colour\\u001b" is ignored',
      'certs.csv: unknown column "Grade" is ignored. Write grade to import it',
    ]);
  });

  it.each([
    ['a missing required column', 'certs.csv', 'grader,grade\npsa,psa_9\n', 'cert'],
    ['capitals in a required column', 'certs.csv', 'Grader,Cert,grade\n', 'in lower case.'],
    ['another separator', 'certs.csv', 'grader;cert\npsa;1\n', 'Separate columns with commas'],
    ['a repeated column', 'certs.csv', 'grader,cert,cert\npsa,1,2\n', 'cert'],
    ['no content', 'certs.csv', '', 'header'],
    ['corrupt gzip data', 'certs.csv.gz', 'grader,cert\npsa,1\n', 'certs.csv.gz'],
  ])('are all rejected if one has %s', async (_, name, content, text) => {
    const directory = await directoryOf({ 'cards.csv': CARDS, [name]: content });
    const outcome = await database.admin('import', directory);
    expect(outcome.status).toBe(1);
    expect(outcome.stderr).toContain(name);
    expect(outcome.stderr).toContain(text);
    expect(outcome.stderr).not.toContain('    at ');
    expect(await database.query('select from cards')).toHaveLength(0);
    expect(await database.query('select status from loads')).toEqual([{ status: 'failed' }]);
  });

  it.each([
    ['contains only other files', { 'notes.txt': 'x' }, 'contains no dataset files'],
    ['names a file in capitals', { 'cards.csv': CARDS, 'Certs.csv.gz': 'x' }, 'to certs.csv.gz'],
  ])('fail to import if their directory %s', async (_what, files, message) => {
    const directory = await directoryOf(files);
    for (const options of [[], ['--check']]) {
      const { status, stderr } = await database.admin('import', directory, ...options);
      expect([status, stderr]).toEqual([1, expect.stringContaining(message)]);
    }
    expect(await database.query('select from cards')).toHaveLength(0);
  });
});

describe('a second import', () => {
  it('updates changed rows, adds new ones, and links specs that now have a card', async () => {
    await importChecked(database, await directoryOf(EVERYTHING));
    const directory = await directoryOf({
      'cards.csv': csv(
        'card_id,grader,description,spec_id',
        [cardId(1), 'psa', 'A better text', '101'],
        [cardId(2), 'beckett', '1999 Game Pikachu', ''],
        [cardId(3), 'psa', 'New', '7'],
      ),
      'certs.csv': csv(
        'grader,cert,card_id,grade',
        ['psa', '125', cardId(3), 'psa_10'],
        ['sgc', '9', '', ''],
      ),
    });
    const { result } = await importChecked(database, directory, '--strict');
    expect(result.version).toBe(2);
    const once = { added: 1, changed: 1, rejected: 0 };
    expect(result.files.cards).toEqual({ ...once, read: 3, unchanged: 1 });
    expect(result.files.certs).toEqual({ ...once, read: 2, unchanged: 0 });
    expect(await database.query('select spec_id from specs')).toEqual([{ spec_id: '8' }]);
    expect(await database.query('select universal from cards where id = 2')).toEqual([
      { universal: 1 },
    ]);
  });
});
