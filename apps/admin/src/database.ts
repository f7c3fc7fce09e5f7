import { hostname } from 'node:os';
import { createDataSource } from '@gcd/database';
import type { ClientBase } from 'pg';
import type { DataSource } from 'typeorm';
import { CliError } from './cli-error.js';

/**
 * Connects to the database at `DATABASE_URL`, runs the work, and always disconnects.
 * @throws CliError if the variable is missing or the database is unavailable
 */
export async function withDatabase<Result>(
  work: (database: DataSource) => Promise<Result>,
): Promise<Result> {
  const url = databaseUrl();
  // The audit log records this name.
  const actor = process.env.GCD_ACTOR ?? `${process.env.USER ?? 'admin'}@${hostname()}`;
  url.searchParams.set('options', `-c gcd.actor=${actor.replace(/[^\w.@-]/g, '_')}`);
  const database = createDataSource(url.href);
  try {
    await database.initialize();
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    throw new CliError(
      `Cannot connect to the database at ${url.host} (DATABASE_URL): ${message || code}`,
    );
  }
  try {
    return await work(database);
  } finally {
    await database.destroy();
  }
}

/** Runs work on one connection, for transactions and locks. */
export async function withClient<Result>(
  database: DataSource,
  work: (client: ClientBase) => Promise<Result>,
): Promise<Result> {
  const runner = database.createQueryRunner();
  try {
    return await work((await runner.connect()) as ClientBase);
  } finally {
    await runner.release();
  }
}

function databaseUrl(): URL {
  const text = process.env.DATABASE_URL;
  if (!text) {
    throw new CliError(
      'DATABASE_URL is not set. Set it to a URL such as postgres://user:password@host:5432/name',
    );
  }
  if (!URL.canParse(text) || !/^postgres(ql)?:$/.test(new URL(text).protocol)) {
    throw new CliError(
      'DATABASE_URL must be a URL such as postgres://user:password@host:5432/name',
    );
  }
  return new URL(text);
}
