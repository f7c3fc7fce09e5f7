import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  createTestDatabase,
  directoryOf,
  type TestDatabase,
} from '../../../apps/admin/test/admin.js';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const SIZE = ['--cards', '500', '--certs', '1000', '--days', '10'];

async function synth(directory: string, ...options: string[]) {
  const child = spawn(process.execPath, [MAIN, directory, ...SIZE, ...options]);
  const [status, stdout, stderr] = await Promise.all([
    once(child, 'exit').then(([code]) => code as number),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { status, stderr, result: JSON.parse(stdout || 'null') };
}

async function contents(directory: string): Promise<Record<string, string>> {
  const names = (await readdir(directory)).sort();
  const texts = names.map(async (name) => [name, await readFile(join(directory, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

describe('synth', () => {
  it('writes the requested number of cards and certs; the same options and seed produce identical files', async () => {
    const [first, again, other] = [
      await directoryOf({}),
      await directoryOf({}),
      await directoryOf({}),
    ];
    const { status, result, stderr } = await synth(first);
    expect(status).toBe(0);
    expect(stderr).not.toContain('warning');
    expect(result).toMatchObject({ directory: first, seed: '1', until: '2026-10-31' });
    expect(result.files).toMatchObject({ cards: { rows: 500 }, certs: { rows: 1000 } });
    await synth(again);
    await synth(other, '--seed', '2');
    const [a, b, c] = [await contents(first), await contents(again), await contents(other)];
    expect(a).toEqual(b);
    expect(a['cards.csv']).not.toBe(c['cards.csv']);
    for (const [name, { rows, bytes }] of Object.entries<{ rows: number; bytes: number }>(
      result.files,
    )) {
      const written = a[`${name}.csv`] ?? '';
      expect(written.length).toBe(bytes);
      expect(written.split('\n')).toHaveLength(rows + 2);
    }
  });
});

describe('synth with a non-empty directory', () => {
  it('fails without changing the directory, unless --overwrite allows it to replace the dataset', async () => {
    const directory = await directoryOf({
      'certs-0001.csv': 'old',
      '.certs.csv.partial': 'half',
      'notes.txt': 'mine',
    });
    const before = await contents(directory);
    const rejected = await synth(directory);
    expect(rejected.status).toBe(1);
    expect(rejected.stderr).toContain('--overwrite');
    expect(await contents(directory)).toEqual(before);
    expect((await synth(directory, '--overwrite')).status).toBe(0);
    const after = await contents(directory);
    expect(after['notes.txt']).toBe('mine');
    expect([after['certs-0001.csv'], after['.certs.csv.partial']]).toEqual([undefined, undefined]);
    expect(after['certs.csv']).toContain('psa');
  });
});

it.concurrent.each<[string[], string]>([
  [['--cards', '0'], '--cards'],
  [['--certs', '-1'], '--certs'],
  [['--until', '2026-02-30'], '--until'],
])('rejects %j and names the option', async (options, named) => {
  const { status, stderr } = await synth(await directoryOf({}), ...options);
  expect(status).toBe(1);
  expect(stderr).toContain(named);
});

describe('an import of a synthetic dataset', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it("rejects no rows, and accepts the next day's counts as an update", async () => {
    const [directory, nextDay] = [await directoryOf({}), await directoryOf({})];
    await synth(directory);
    const { status, result } = await database.json('import', directory);
    expect(status).toBe(0);
    expect(result).toMatchObject({ rejected: 0, warnings: [], as_of: '2026-10-31' });
    expect(result.files.cards).toMatchObject({ read: 500, added: 500 });
    expect(result.files.certs).toMatchObject({ read: 1000, added: 1000 });

    await synth(nextDay, '--certs', '0', '--days', '1', '--until', '2026-11-01');
    const next = (await database.json('import', nextDay)).result;
    expect(next.rejected).toBe(0);
    expect(next.files.cards).toMatchObject({ added: 0, changed: 0 });
    // The counts of some cards, but not of most, change from one day to the next.
    const changed = await database.query(
      `select from population_history where recorded_on = '2026-11-01'`,
    );
    expect(changed.length).toBeGreaterThan(10);
    expect(changed.length).toBeLessThan(250);
  }, 120_000);
});
