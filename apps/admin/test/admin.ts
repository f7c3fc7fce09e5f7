import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Outcome, runInAdminProcess } from '@gcd/testing/admin-process.js';
import { MIGRATED_TEMPLATE } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { afterAll, expect } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import pg from 'pg';

const MAIN = fileURLToPath(new URL('../dist/main.js', import.meta.url));

/** An `admin` process that may still be running. */
export interface Run {
  readonly process: ChildProcess;
  readonly ended: Promise<Outcome>;
}

/** A separate empty database, and functions that run `admin` on it. */
export interface TestDatabase {
  readonly name: string;
  readonly url: string;
  query<Row = Record<string, unknown>>(sql: string, parameters?: unknown[]): Promise<Row[]>;
  connect(): Promise<pg.Client>;
  /** Waits until this number of `admin` processes wait for a lock. */
  untilBlocked(processes?: number): Promise<void>;
  start(...args: string[]): Run;
  admin(...args: string[]): Promise<Outcome>;
  /** Like {@link runInAdminProcess}, but with `--json`. Parses the JSON object in the output. */
  // biome-ignore lint/suspicious/noExplicitAny: each command prints a different object
  json(...args: string[]): Promise<{ status: number | null; result: any }>;
  drop(): Promise<void>;
}

/** @param template database to copy; by default, an empty one with the latest schema */
export async function createTestDatabase(template = MIGRATED_TEMPLATE): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) throw new Error('TEST_DATABASE_URL is not set');
  const name = `admin_test_${randomUUID().replaceAll('-', '')}`;
  await once(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  const environment = { DATABASE_URL: url.href };
  const admin = (...args: string[]) => runInAdminProcess(args, environment);
  const database: TestDatabase = {
    name,
    url: url.href,
    query: (sql, parameters) => once(url.href, sql, parameters) as Promise<never>,
    async connect() {
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      return client;
    },
    untilBlocked: (processes = 1) =>
      eventually(async () => {
        const blocked = await database.query(
          `select from pg_stat_activity
           where datname = current_database() and application_name = 'gcd-admin' and wait_event_type = 'Lock'`,
        );
        expect(blocked).toHaveLength(processes);
      }),
    start: (...args) => startAdmin(args, environment),
    admin,
    async json(...args) {
      const { status, stdout } = await admin(...args, '--json');
      return { status, result: JSON.parse(stdout) };
    },
    drop: async () => {
      await once(server, `drop database ${name} with (force)`);
    },
  };
  return database;
}

/** Runs an import with `--check` and then without it. Both must report the same result. */
export async function importChecked(database: TestDatabase, ...args: string[]) {
  const check = await findings(await database.json('import', ...args, '--check'));
  const outcome = await database.json('import', ...args);
  expect(check).toEqual(await findings(outcome));
  return outcome;
}

/**
 * Returns the part of a report that must be the same for a check and an import: counts, rejected rows, warnings and
 * exit status.
 */
async function findings({ status, result }: { status: number | null; result: Findings }) {
  const { error, files, rejected, rejects, rolled_back, warnings } = result;
  const lists = (rejects ?? []).map(async (path) => [path, await readFile(path, 'utf8')]);
  return { status, error, files, rejected, rolled_back, warnings, lists: await Promise.all(lists) };
}

interface Findings {
  readonly error?: string;
  readonly files?: object;
  readonly rejected?: number;
  readonly rejects?: string[];
  readonly rolled_back?: boolean;
  readonly warnings?: string[];
}

/**
 * Starts `admin` in a separate process, which can be killed or run while other commands run.
 * @param env environment variables that this process needs in addition to the common ones
 */
export function startAdmin(args: string[], env: Record<string, string>): Run {
  const child = spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (data) => {
    stdout += data;
  });
  child.stderr.on('data', (data) => {
    stderr += data;
  });
  const ended = new Promise<Outcome>((resolve) => {
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
  return { process: child, ended };
}

async function once(url: string, sql: string, parameters?: unknown[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql, parameters)).rows;
  } finally {
    await client.end();
  }
}

const directories: string[] = [];

afterAll(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true });
});

/** Creates a directory with the given files, which is removed after all tests of the file. */
export async function directoryOf(files: Record<string, string | Buffer>): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'admin-test-'));
  directories.push(directory);
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(directory, name), content);
  }
  return directory;
}

export function cardId(text: string | number): string {
  return createHash('sha1').update(String(text)).digest('hex');
}

/** Formats a header and rows as CSV. Values with a comma or a quote are quoted. */
export function csv(header: string, ...rows: (string | number | object)[][]): string {
  const cell = (value: string | number | object): string => {
    const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [header, ...rows.map((row) => row.map(cell).join(','))]
    .map((line) => `${line}\n`)
    .join('');
}

export async function readCsv(file: string): Promise<Record<string, string>[]> {
  return parse(await readFile(file, 'utf8'), { columns: true });
}
