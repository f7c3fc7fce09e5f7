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
