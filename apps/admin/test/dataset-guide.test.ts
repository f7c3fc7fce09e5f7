import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, directoryOf, importChecked, type TestDatabase } from './admin.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const WRITER = fileURLToPath(new URL('../dist/write-dataset-guide.js', import.meta.url));

it('docs/dataset.md is the output of `npm run dataset-docs`', async () => {
  const path = join(await directoryOf({}), 'dataset.md');
  await promisify(execFile)(process.execPath, [WRITER, path]);
  expect(await readFile(join(ROOT, 'docs/dataset.md'), 'utf8')).toBe(await readFile(path, 'utf8'));
});

describe('examples/dataset', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('is imported without rejected rows or unknown columns, and a second import changes nothing', async () => {
    const directory = join(ROOT, 'examples/dataset');
    const { status, result } = await importChecked(database, directory, '--strict');
    expect(status).toBe(0);
    expect(result).toMatchObject({ rejected: 0, warnings: [], as_of: '2026-10-30' });
    expect(result.files.cards).toMatchObject({ read: 3, added: 3 });
    const groups = await database.query('select count(distinct universal)::int as n from cards');
    expect(groups).toEqual([{ n: 1 }]);
    const again = await importChecked(database, directory, '--strict');
    expect(again.result).toMatchObject({ version: 1, rejected: 0 });
  });
});
