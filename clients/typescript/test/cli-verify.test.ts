import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keyOf } from '@gcd/testing/key.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { gcd } from './gcd.ts';

const MATCH = '1999 Base Set Charizard 4/102 PSA 9';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-verify-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

const fileOf = (content: string | Buffer): string => {
  const file = path.join(directory, 'listings.csv');
  writeFileSync(file, content);
  return file;
};
const verdictsIn = (text: string): (string | undefined)[][] => {
  const rows: Record<string, string>[] = parse(text, { columns: true });
  return rows.map(({ line, verdict, grader, different }) => [line, verdict, grader, different]);
};

describe('gcd verify', () => {
  it('prints one verdict for each listing, in order, and exits with 5 after a mismatch', async () => {
    const file = fileOf(
      [
        '\ufeff"Item Title";Price;"Cert. No.";"Grading Company"',
        `"${MATCH}";10,50;10000001;PSA`,
        '',
        `"Charizard ""Holo"" 4/102; PSA 10";1;="10000001";psa`,
        'Charizard;;99999999;PSA',
        `${MATCH};;PSA 10000001;`,
        ';;10000001;PSA',
        ';;;',
        `${MATCH};;1.00E+07;PSA`,
        'Charizard;;1000001;',
        'Jordan;;10000001;GMA',
        '1999 Base Set Blastoise 2/102;;10000001;',
      ].join('\r\n'),
    );
    const json = (await gcd(['verify', file, '-o', 'json'])).stdout.split('\n')[0] ?? '';
    expect(JSON.parse(json)).toMatchObject({
      line: 2,
      listing: { grader: 'psa', cert: '10000001', title: MATCH },
      verdict: 'match',
      cert: { grader: 'psa' },
    });
    const { status, stdout, stderr } = await gcd(['verify', file, '-o', 'csv']);
    expect(verdictsIn(stdout)).toEqual([
      ['2', 'match', 'psa', ''],
      ['4', 'mismatch', 'psa', 'grade: 10 / MINT 9'],
      ['5', 'not_found', 'psa', ''],
      ['6', 'match', 'psa', ''],
      ['7', 'invalid', 'psa', ''],
      ['9', 'invalid', 'psa', ''],
      ['10', 'uncertain', '', ''],
      ['11', 'invalid', 'GMA', ''],
      ['12', 'uncertain', 'psa', expect.stringContaining('card_number: 2/102')],
    ]);
    expect([status, stderr]).toEqual([
      5,
      'Columns: grader: Grading Company, cert: Cert. No., grade: none, title: Item Title\n',
    ]);
  });

  it.concurrent.each<[string, string | Buffer, string[]?]>([
    ['grader,cert,title', `PSA,10000001,"${MATCH}, holo"`],
    ['without a header row', `"${MATCH}",PSA 10000001,psa`],
    [
      'of a listing template',
      `sep=;\nSubtitle;Title (80);CD:Professional Grader - (ID: 27501);CD:Grade - (ID: 27502);Certification Number - (ID: 27503)\nx;${MATCH};Professional Sports Authenticator (PSA);9;10000001`,
    ],
    [
      'that the user names',
      `Slab #,Item,Description\n10000001,${MATCH},mint`,
      ['--column', 'cert=slab #', '--column', 'title=Item'],
    ],
    ['with a number of the cert', `number,item\n10000001,${MATCH}`],
    ['with question marks for an emoji', `cert,title\n10000001,${MATCH}?? ????`],
    ['in Windows-1252', Buffer.from(`cert;title\n10000001;Pok\xe9mon ${MATCH}`, 'latin1')],
    ['with tabs', `Grader\tCertification #\tListing\npsa\t10000001\t${MATCH}`],
    ['of a grader without a known name', `By,Slab Cert #,title\nP.S.A.,10000001,${MATCH}`],
    ['with a grade in the column of the grader', `TPG,cert,title\nPSA 9,10000001,${MATCH}`],
    ['with an unknown grader', `grader,cert,title\nN/A,10000001,${MATCH}`],
    ['with another name for the grade', `cert,Grade (numeric),title\nPSA 10000001,"9,0",${MATCH}`],
    ['without a grader', `cert,title\nhttps://www.psacard.com/cert/10000001,${MATCH}`],
    ['without any grader', `cert,title\n10000001,${MATCH.replace('PSA', 'grade')}`],
  ])('reads columns in any order: %s', async (_what, content, options = []) => {
    const args = ['verify', '-', '-o', 'csv', ...options];
    const { status, stdout } = await gcd(args, { input: content });
    expect(verdictsIn(stdout).map(([, verdict, grader]) => [verdict, grader])).toEqual([
      ['match', 'psa'],
    ]);
    expect(status).toBe(0);
  });

  it.concurrent.each([
    ['more cells than columns', `grader,cert,title\npsa,10000001,${MATCH}, PSA 10`],
    ['more cells without a header row', `psa,10000001,${MATCH}, PSA 10`],
    ['an unclosed quote', `cert,title\n10000001,"${MATCH}\n10000001,"x"`],
    ['a long title', `cert,title\n10000001,${MATCH}${' PSA 9'.repeat(50)} lot`],
    ['a grader that is denied', `grader,cert,title\nnot PSA,10000001,${MATCH}`],
    ['a number that is no path', `cert,title\n..,${MATCH}`],
  ])('gives no verdict about a part of a row: %s', async (_what, input) => {
    const { status, stdout } = await gcd(['verify', '-', '-o', 'csv'], { input });
    expect(verdictsIn(stdout).map(([, verdict]) => verdict)).toEqual(['invalid']);
    expect(status).toBe(3);
  });

  it('continues where an earlier run stopped, and charges each different listing once', async () => {
    const titles = Array.from({ length: 12 }, (_, at) => `${MATCH} ${at < 6 ? at : 'again'}`);
    const file = fileOf(titles.map((title) => `psa,10000001,${title}`).join('\n'));
    const to = path.join(directory, 'verdicts.csv');
    const run = async (base: number) =>
      gcd(['verify', file, '--to', to], { env: { GCD_API_KEY: await keyOf({ base }) } });
    const first = await run(4);
    expect([first.status, first.stderr]).toEqual([1, expect.stringContaining('quota_exceeded')]);
    // Several requests are in flight at once, so one of a later listing may use up the quota.
    const done = verdictsIn(readFileSync(to, 'utf8')).length;
    expect(done).toBeLessThanOrEqual(4);
    writeFileSync(to, `${readFileSync(to, 'utf8')}${done + 1},unc`);
    expect(await run(7 - done)).toMatchObject({ status: 0, stdout: '' });
    expect(verdictsIn(readFileSync(to, 'utf8')).map(([line]) => Number(line))).toEqual(
      titles.map((_, at) => at + 1),
    );
    for (const edited of ['psa,10000001,Charizard', `cgc,10000001,${titles[0]}`]) {
      writeFileSync(file, edited);
      expect(await run(1)).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('its row 1 is not about line 1'),
      });
    }
  });

  it('does not match a listing whose grade is only in another column', async () => {
    const title = MATCH.replace(' PSA 9', '');
    for (const [name, grader, grade] of [
      ['Score', 'PSA', '10'],
      ['Graded', 'PSA', 'Gem Mint 10'],
      ['Grading Notes', 'PSA 10', ''],
    ]) {
      const input = `grader,cert,title,${name}\n${grader},10000001,${title},${grade}`;
      const { stdout } = await gcd(['verify', '-', '-o', 'csv'], { input });
      expect(verdictsIn(stdout)).toEqual([['2', 'mismatch', 'psa', 'grade: 10 / MINT 9']]);
    }
  });

  it.concurrent.each([
    ['a workbook', 'PK\u0003\u0004', 'is a workbook or an archive. Save the sheet as CSV'],
    ['no cert column', 'grader,title\npsa,Charizard', 'no column for the cert number'],
    ['several title columns', 'cert,Item,Description\n10000001,a,b', 'title: Item, Description'],
    ['numbers of cards', `Number,Title\n4/102,${MATCH}`, 'line 2 has "4/102"'],
    ['serial numbers', `Serial #,Title\n10000001,x\n12/99,${MATCH}`, 'line 3 has "12/99"'],
  ])('exits with 2 instead of guessing a column: %s', async (_what, input, message) => {
    const { status, stderr } = await gcd(['verify', '-'], { input });
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('compares the grade of another column as a part of the title', async () => {
    const title = MATCH.replace(' PSA 9', '');
    const rows = [
      [title, '9'],
      [MATCH, 'PSA 9'],
      [title, 'MINT 9'],
      [MATCH, ''],
      [title, '10'],
      [MATCH, '10'],
      [title, 'Mint'],
      [MATCH, 'Gem Mint'],
      [MATCH, 'BGS 9'],
      [MATCH.replace('PSA', 'BGS'), '9'],
    ];
    const input = `cert,PSA Grade,title\n${rows.map(([text, grade]) => `PSA 10000001,${grade},${text}`).join('\n')}`;
    const { stdout } = await gcd(['verify', '-', '-o', 'csv'], { input });
    expect(verdictsIn(stdout).map(([, verdict, , different]) => [verdict, different])).toEqual([
      ...Array(4).fill(['match', '']),
      ['mismatch', 'grade: 10 / MINT 9'],
      ...Array(4).fill(['uncertain', '']),
      ['mismatch', 'grader: beckett / psa'],
    ]);
  });
});
