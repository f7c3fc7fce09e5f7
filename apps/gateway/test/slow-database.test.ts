import { fileURLToPath } from 'node:url';
import { asRole, type Stack, startStack } from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect, type Msg } from '@nats-io/transport-node';
import { runAdmin } from '@gcd/testing/admin-process.js';
import { addAccount } from '@gcd/testing/account.js';
import { getFrom } from '@gcd/testing/api.js';
import { query } from '@gcd/testing/database.js';
import { createMigratedDatabase } from '@gcd/testing/migrated-database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type OwnNats, startOwnNats } from '@gcd/testing/own-nats.js';

const FIXTURE = fileURLToPath(new URL('../../../libs/testing/fixture', import.meta.url));
const CERTS = ['10000001', '10000002', '10000003', '10000004', '10000005', '10000006'];

/** Number of database connections of a service. */
const CONNECTIONS = 8;
const REQUEST = { grader: 'psa', psa_dna: false, include: [], auto: false };
// Number of simultaneous requests, which is more than the database connections can serve in time.
const REQUESTS = 400;

// SQL that makes every statement on certs take 1.5 s and counts the statements.
const SLOW_CERTS = `
  create sequence statements;
  create function slow() returns boolean language plpgsql volatile security definer as $$
  begin
    perform nextval('public.statements');
    perform pg_sleep(1.5);
    return true;
  end $$;
  alter table certs rename to fast_certs;
  create view certs as select * from fast_certs where (select slow());
  grant select on certs to gcd_certs;
`;

let databaseUrl: string;
let nats: OwnNats;
let stack: Stack;
let key: string;

beforeAll(async () => {
  databaseUrl = await createMigratedDatabase('gcd_slow');
  await runAdmin(['import', FIXTURE], { DATABASE_URL: databaseUrl });
  ({ key } = await addAccount(databaseUrl));
  await query(databaseUrl, SLOW_CERTS);
  nats = await startOwnNats({
    databaseAs: asRole(databaseUrl),
    apps: ['certs', 'gateway'],
    gateway: { RESPONSE_CACHE_MB: '0' },
  });
  stack = await startStack(nats.options);
});

afterAll(async () => {
  await stack?.stop();
  await nats?.stop();
});

const get = (target: string) =>
  getFrom(`http://127.0.0.1:${stack.port}`, target, { 'x-api-key': key });

async function statements(): Promise<number> {
  const [row] = await query<{ count: number }>(
    databaseUrl,
    'select case when is_called then last_value else 0 end::integer as count from statements',
  );
  return row?.count ?? 0;
}

/**
 * Reads the current metrics of a service.
 * @returns a function that finds the value of a metric by the beginning of its line
 */
async function metrics(): Promise<(name: string) => number> {
  const address = `http://127.0.0.1:${stack.apps.get('certs')?.port}/metrics`;
  const lines = (await (await fetch(address)).text()).split('\n');
  return (name) => Number(lines.find((line) => line.startsWith(name))?.split(' ')[1]);
}

describe('a database that takes 1.5 s per statement', () => {
  it("receives no statement for a request whose deadline passed while it waited in the service's queue", async () => {
    const before = await statements();
    const client = await connect({ servers: nats.server.url });
    const lookUp = (cert: string, timeout: number): void => {
      const request = JSON.stringify({ ...REQUEST, cert, context: { timeout_ms: timeout } });
      client.publish('certs.v1.lookup', request, { reply: 'nobody' });
    };
    // Occupy each connection with a statement. Send the requests one by one, because simultaneous requests would share
    // a statement.
    for (let sent = 1; sent <= CONNECTIONS; sent += 1) {
      lookUp(CERTS[0] ?? '', 4000);
      await eventually(async () => expect(await statements()).toBe(before + sent));
    }
    for (const cert of CERTS) lookUp(cert, 100);
    await client.flush();
    expect((await get(`/v1/certs/psa/${CERTS[0]}`)).status).toBe(200);
    expect(await statements()).toBe(before + CONNECTIONS + 1);
    await client.close();
  });

  it('causes the service to reject requests that wait too long', async () => {
    const before = await metrics();
    const client = await connect({ servers: nats.server.url });
    const ended = new Map<string, number>();
    const count = (_error: Error | null, message: Msg): void => {
      const [, status, json = ''] = /^(\d+) \S+ (.*)$/.exec(message.string()) ?? [];
      const outcome = status === '200' ? 'served' : JSON.parse(json).details?.reason;
      ended.set(outcome, (ended.get(outcome) ?? 0) + 1);
    };
    client.subscribe('replies.*', { callback: count });
    const request = { grader: 'psa', cert: CERTS[0], universal: false, auto_split: false };
    for (let number = 0; number < REQUESTS; number += 1) {
      client.publish('certs.v1.population', JSON.stringify(request), {
        reply: `replies.${number}`,
      });
    }
    await eventually(async () => {
      expect([...ended.values()].reduce((sum, each) => sum + each, 0)).toBe(REQUESTS);
    }, 20_000);
    expect([...ended.keys()]).toEqual(expect.arrayContaining(['overload', 'served']));
    // The service completes about as many requests as it has database connections.
    expect(ended.get('served')).toBeLessThanOrEqual(24);
    await client.close();

    const after = await metrics();
    const rejected = after('gcd_operations_rejected_total{reason="overload"');
    expect(rejected - before('gcd_operations_rejected_total{reason="overload"')).toBe(
      ended.get('overload'),
    );
    expect(after('gcd_db_queue_sheds_total')).toBeGreaterThan(0);
    expect((await get(`/v1/certs/psa/${CERTS[0]}/population`)).status).toBe(200);
  });
});
