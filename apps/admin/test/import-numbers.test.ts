import { describe, expect, it } from '@jest/globals';
import { cardId, csv, directoryOf, importChecked, readCsv } from './admin.js';
import { database } from './new-database.js';

const HEADER = 'grader,cert,grade';

const certs = () => database.query('select grader, cert, grade from certs order by grader, cert');
const importCerts = async (...rows: string[][]) =>
  importChecked(database, await directoryOf({ 'certs.csv': csv(HEADER, ...rows) }));

describe('numbers in an import', () => {
  it('are the same cert as the stored one, however they are spelled', async () => {
    await importCerts(['psa', '70000061', 'psa_9']);
    const same = await importCerts(['psa', '7000-0061', 'psa_9']);
    expect(same.result.files.certs).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
    const { status, result } = await importCerts(['psa', 'PSA 70000061', 'psa_10']);
    expect([status, result.files.certs.changed]).toEqual([0, 1]);
    expect(await certs()).toEqual([{ grader: 'psa', cert: '70000061', grade: 18 }]);
  });

  it('keep the spelling that was stored first, without the name of the grader', async () => {
    await importCerts(['bgs', '17000001', ''], ['sgc', 'SGC 3000001-001', '']);
    const { result } = await importCerts(['bgs', '0017000001', ''], ['sgc', '3000001001', '']);
    expect(result.files.certs).toMatchObject({ added: 0, unchanged: 2 });
    expect(await certs()).toMatchObject([{ cert: '17000001' }, { cert: '3000001-001' }]);
  });

  it('are one cert if two rows of an import spell one number differently', async () => {
    const { status, result } = await importCerts(
      ['bgs', '0017000001', 'beckett_9'],
      ['beckett', '17000001', 'beckett_9'],
      ['psa', '17000001', 'psa_9'],
    );
    expect([status, result.files.certs]).toMatchObject([0, { read: 3, added: 2, unchanged: 1 }]);
    expect(await certs()).toMatchObject([
      { grader: 'psa', cert: '17000001' },
      { grader: 'beckett', cert: '0017000001' },
    ]);
  });

  it('reject a second spelling with another grade', async () => {
    const rejects = await directoryOf({});
    const rows = [
      ['bgs', '17000001', 'beckett_9'],
      ['bgs', '0017000001', 'beckett_9_5'],
    ];
    const directory = await directoryOf({ 'certs.csv': csv(HEADER, ...rows) });
    const { status, result } = await importChecked(database, directory, '--rejects', rejects);
    expect([status, result.files.certs]).toMatchObject([1, { added: 1, rejected: 1 }]);
    expect(await certs()).toMatchObject([{ cert: '17000001', grade: 16 }]);
    expect(await readCsv(`${rejects}/certs.rejected.csv`)).toMatchObject([
      { line: '3', column: 'cert', reason: expect.stringContaining('repeats line 2') },
    ]);
  });

  it('refer to a cert in images, whose spelling may differ', async () => {
    const files = {
      'certs.csv': csv(HEADER, ['bgs', '0017000001', ''], ['psa', '70000061', '']),
      'images.csv': csv(
        'grader,cert,image_front',
        ['bgs', '17000001', 'https://i.example/1.jpg'],
        ['bgs', '0017000001', 'https://i.example/1.jpg'],
        ['psa', '70000061.0', 'https://i.example/2.jpg'],
      ),
    };
    const { status, result } = await importChecked(database, await directoryOf(files));
    expect([status, result.files.images]).toMatchObject([0, { added: 2, unchanged: 1 }]);
    expect(await database.query('select cert from images order by cert')).toEqual([
      { cert: '0017000001' },
      { cert: '70000061' },
    ]);
  });

  it('are one authentication record if they differ only in hyphens', async () => {
    const authentications = (cert: string) =>
      csv('cert,description,result', [cert, 'Ball', 'Authentic']);
    const load = async (cert: string) =>
      importChecked(database, await directoryOf({ 'authentications.csv': authentications(cert) }));
    await load('PSA/DNA A1-0001');
    const { result } = await load('A10001');
    expect(result.files.authentications).toMatchObject({ added: 0, unchanged: 1 });
    expect(await database.query('select cert from authentications')).toEqual([{ cert: 'A1-0001' }]);
  });

  it('of specs are read like cert numbers', async () => {
    const files = {
      'cards.csv': csv('card_id,grader,description,spec_id', [cardId(1), 'psa', 'x', '540013.0']),
      'specs.csv': csv('grader,spec_id,status', ['psa', "'540014", 'processing']),
    };
    await importChecked(database, await directoryOf(files));
    expect(await database.query('select spec_id from cards')).toEqual([{ spec_id: '540013' }]);
    expect(await database.query('select spec_id from specs')).toEqual([{ spec_id: '540014' }]);
  });
});

describe('a spec number in cards.csv', () => {
  const load = async (...rows: [card: string, grader: string, spec: string, second?: string][]) => {
    const cards = rows.map(([card, grader, spec, second = '']) => [
      cardId(card),
      grader,
      `card ${card}`,
      spec,
      second,
    ]);
    const directory = await directoryOf({
      'cards.csv': csv('card_id,grader,description,spec_id,grader_id2', ...cards),
    });
    const { result } = await importChecked(database, directory, '--rejects', directory);
    const [path] = result.rejects;
    return path ? (await readCsv(path)).map(({ line, reason }) => [line, reason]) : [];
  };
  const belongsTo = (card: string) =>
    `The spec number belongs to card ${cardId(card)}. A psa spec number belongs to one card.`;

  it('is rejected if another card from the same grader has it', async () => {
    const rejected = await load(['a', 'psa', '1'], ['b', 'psa', '1'], ['c', 'sgc', '1']);
    expect(rejected).toEqual([['3', belongsTo('a')]]);
    expect(await load(['f', 'psa', '1'])).toEqual([['2', belongsTo('a')]]);
  });

  it('of Beckett is rejected only if another card has the same grader_id2', async () => {
    const sameSpec = (card: string) =>
      `The spec number belongs to card ${cardId(card)}. Beckett cards with the same spec number must have different values of grader_id2.`;
    const rejected = await load(
      ['a', 'beckett', '1', 'C4'],
      ['b', 'beckett', '1', 'C5'],
      ['c', 'beckett', '1'],
      ['d', 'beckett', '1', 'C4'],
      ['e', 'beckett', '1'],
    );
    expect(rejected).toEqual([
      ['5', sameSpec('a')],
      ['6', sameSpec('c')],
    ]);
    expect(await load(['f', 'beckett', '1', 'C5'])).toEqual([['2', sameSpec('b')]]);
    expect(await load(['b', 'beckett', '1', 'C6'], ['f', 'beckett', '1', 'C5'])).toEqual([]);
  });

  it('cannot move to another card unless the same import gives its current card a new number', async () => {
    await load(['a', 'psa', '1'], ['b', 'psa', '2'], ['c', 'psa', '3']);
    expect(await load(['d', 'psa', '1'], ['a', 'psa', '1'])).toEqual([['2', belongsTo('a')]]);
    expect(await load(['a', 'psa', '2'], ['b', 'psa', '1'])).toEqual([]);
    // The row of card b is rejected, so b keeps spec number 1, and card a does not get that number.
    expect(await load(['b', 'psa', '3'], ['a', 'psa', '1'])).toEqual([
      ['2', belongsTo('c')],
      ['3', belongsTo('b')],
    ]);
  });
});
