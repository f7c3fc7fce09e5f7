import { setTimeout as pause } from 'node:timers/promises';
import { ROLES } from '@gcd/database/roles';
import { describe } from '@jest/globals';
import pg from 'pg';
import { query } from '@gcd/testing/database.js';
import type { Environment } from './environment.ts';
import { listedErrors, percentile } from './steady-load.ts';
import { environmentSuite } from './suite.ts';

const CERTS = /^\/v1\/certs/;
const CERT = '/v1/certs/psa/10000001';
const STATEMENT_MS = 1500;
const SLOW_REQUESTS = 8;

const { row } = environmentSuite({ hasProxies: true });

describe('slow statements', () => {
  row('16', async (environment, checks) => {
    const exits = environment.unexpectedExits;
    const experiment = await environment.during(() =>
      withTransaction(environment, 'lock table certs in access exclusive mode', () =>
        pause(10_000),
      ),
    );
    const { isTo, outcomes, during, before, failed } = experiment;
    const others = outcomes.filter((outcome) => !isTo(CERTS, outcome));
    const [p99Before, p99During] = [before, during].map((part) =>
      percentile(
        part.filter((outcome) => !isTo(CERTS, outcome)),
        0.99,
      ),
    );
    experiment.checkSound(checks);
    checks.that(
      'only 503 and 504',
      failed.every(({ status }) => status === 503 || status === 504),
      listedErrors(failed),
    );
    checks.none('errors of other operations', experiment.errors(others));
    checks.none('processes exited', environment.unexpectedExits - exits);
    return {
      seen: `${listedErrors(outcomes)}; other operations: ${listedErrors(others)}, p99 ${p99Before} ms before, ${p99During} ms during`,
      experiment,
    };
  });

  row('15b', async (environment, checks) => {
    await countStatements(environment);
    const { key } = await environment.account({});
    // Warm up, so that the gateways cache the key and open their connections before statements are counted.
    await requests(environment, key);
    const before = await statementsOf(environment, () => requests(environment, key));
    environment.proxies.database.delay(STATEMENT_MS / 2);
    const during = await statementsOf(environment, () => requests(environment, key));
    const bad = during.result.filter((status) => status !== 200);
    checks.atLeast('statements without the delay', before.count, SLOW_REQUESTS);
    checks.that(
      `${before.count} statements for ${SLOW_REQUESTS} requests`,
      during.count === before.count,
      during.count,
    );
    checks.none('errors', bad);
    return {
      seen: `${SLOW_REQUESTS} requests: ${before.count} statements without the delay, ${during.count} with it; ${bad.length} errors`,
    };
  });
});

/** Runs work while another transaction, which has already executed a statement, stays open. */
async function withTransaction(
  { postgres }: Environment,
  statement: string,
  work: () => Promise<void>,
): Promise<void> {
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    await client.query('begin');
    await client.query(statement);
    await work();
    await client.query('rollback');
  } finally {
    await client.end();
  }
}

/** Sends requests one at a time. @returns their statuses */
async function requests({ gateways }: Environment, key: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let index = 0; index < SLOW_REQUESTS; index += 1) {
    const url = `${gateways[index % gateways.length]}${CERT}`;
    const response = await fetch(url, { headers: { 'x-api-key': key } });
    await response.arrayBuffer();
    statuses.push(response.status);
  }
  return statuses;
}

/** Configures PostgreSQL to count the statements that it runs. Restarts PostgreSQL, because the extension requires it. */
async function countStatements(environment: Environment): Promise<void> {
  const { postgres } = environment;
  const { url } = postgres;
  await query(url, `alter system set shared_preload_libraries = 'pg_stat_statements'`);
  await postgres.kill();
  await postgres.startAgain();
  await query(url, 'create extension if not exists pg_stat_statements');
  await environment.restore();
}

/** Counts the statements on certs that PostgreSQL executes while `work` runs. */
async function statementsOf<Result>(
  { postgres }: Environment,
  work: () => Promise<Result>,
): Promise<{ readonly count: number; readonly result: Result }> {
  await query(postgres.url, 'select pg_stat_statements_reset()');
  const result = await work();
  // Wait for abandoned statements, which may still be running.
  await pause(2 * STATEMENT_MS);
  const [row] = await query<{ count: number }>(
    postgres.url,
    `select coalesce(sum(s.calls), 0)::integer as count
     from pg_stat_statements s join pg_roles r on r.oid = s.userid
     where r.rolname = $1 and s.query ~ '\\mcerts\\M'`,
    [ROLES.certs],
  );
  return { count: row?.count ?? 0, result };
}
