import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInAdminProcess } from '@gcd/testing/admin-process.js';
import { ROOT } from '@gcd/testing/root.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, importChecked, type TestDatabase } from './admin.js';

const EXAMPLE = join(ROOT, 'examples/dataset');

it('`admin columns` describes every column of the example files', async () => {
  for (const file of await readdir(EXAMPLE)) {
    if (!file.endsWith('.csv')) continue;
    const { status, stdout } = await runInAdminProcess(['columns', file.replace('.csv', '')], {});
    expect(status).toBe(0);
    const [header = ''] = (await readFile(join(EXAMPLE, file), 'utf8')).split('\n', 1);
    const listed = stdout.split('\n').map((line) => /^\| `(\w+)` \|/.exec(line)?.[1]);
    expect(listed).toEqual(expect.arrayContaining(header.split(',')));
  }
});

describe('examples/dataset', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is imported without rejected rows or unknown columns, and a second import changes nothing', async () => {
    const { status, result } = await importChecked(database, EXAMPLE, '--strict');
    expect(status).toBe(0);
    expect(result).toMatchObject({ rejected: 0, warnings: [], as_of: '2026-10-30' });
    expect(result.files.cards).toMatchObject({ read: 3, added: 3 });
    const groups = await database.query('select count(distinct universal)::int as n from cards');
    expect(groups).toEqual([{ n: 1 }]);
    const again = await importChecked(database, EXAMPLE, '--strict');
    expect(again.result).toMatchObject({ version: 1, rejected: 0 });
  });
});
