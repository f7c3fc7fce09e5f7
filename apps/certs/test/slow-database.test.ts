import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  asRole,
  runAdmin,
  type Server,
  type Stack,
  type StackOptions,
  startNats,
  startStack,
} from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '@nats-io/transport-node';
import { addAccount } from '../../../infra/test/account.ts';
import { getFrom, testEnvironment } from '../../../infra/test/api.ts';
import { createDatabase, query } from '../../../infra/test/database.ts';
import { eventually } from '../../../infra/test/eventually.ts';

const FIXTURE = fileURLToPath(new URL('../../../infra/test/fixture', import.meta.url));
const CERTS = ['10000001', '10000002', '10000003', '10000004', '10000005', '10000006'];

// Every statement on certs takes 1.5 s, and is counted.
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
let nats: Server;
let stack: Stack;
let key: string;

beforeAll(async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-slow-'));
  databaseUrl = await createDatabase(testEnvironment('TEST_DATABASE_URL'), 'gcd_slow');
  await runAdmin(['migrate'], { DATABASE_URL: databaseUrl });
  await runAdmin(['import', FIXTURE], { DATABASE_URL: databaseUrl });
  ({ key } = await addAccount(databaseUrl));
  await query(databaseUrl, SLOW_CERTS);
  nats = await startNats({ dir: path.join(directory, 'nats'), keep: false, say: () => undefined });
  const options: StackOptions = {
    databaseAs: asRole(databaseUrl),
    natsUrl: nats.url,
    redisUrl: testEnvironment('TEST_REDIS_URL'),
    logDir: path.join(directory, 'logs'),
    apps: ['certs', 'gateway'],
    gateway: { RESPONSE_CACHE_MB: '0' },
  };
  stack = await startStack(options);
}, 120_000);

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

describe('a database that takes 1.5 s for each statement', () => {
  it('runs the statement of each request once', async () => {
    const before = await statements();
    const responses = await Promise.all(
      CERTS.map((cert) => get(`/v1/certs/psa/${cert}/population`)),
    );
    expect(responses.map(({ status }) => status)).toEqual(CERTS.map(() => 200));
    expect(await statements()).toBe(before + CERTS.length);
  }, 30_000);

  it('runs no statement for requests whose deadline passed while they waited in the service', async () => {
    const before = await statements();
    const caller = await connect({ servers: nats.url });
    const lookUp = (cert: string, timeout: number): void => {
      const request = { grader: 'psa', cert, psa_dna: false, include: [], auto: false };
      caller.publish('certs.v1.lookup', `req_1 ${timeout}\n${JSON.stringify(request)}`, {
        reply: 'nobody',
      });
    };
    // As many statements as may run at once, one after the other so that each is one.
    for (const [index, cert] of CERTS.slice(0, 4).entries()) {
      lookUp(cert, 4000);
      await eventually(async () => expect(await statements()).toBe(before + index + 1));
    }
    for (const cert of CERTS) lookUp(cert, 100);
    await caller.flush();
    expect((await get(`/v1/certs/psa/${CERTS[0]}`)).status).toBe(200);
    expect(await statements()).toBe(before + 5);
    await caller.close();
  }, 30_000);
});
