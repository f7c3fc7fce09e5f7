import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Admissions, PostgresQuotaStore, type Shown } from '@gcd/auth/admission';
import { ServicePool } from '@gcd/database/pool';
import { asRole, type Server, startRedis } from '@gcd/local';
import { testEnvironment } from '@gcd/testing/api.js';
import { eventually } from '@gcd/testing/eventually.js';
import { type RestartableServer, startRestartable } from '@gcd/testing/restartable-server.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient } from 'redis';

const log = (): void => undefined;

let directory: string;
let first: RestartableServer;
let second: Server;
let pool: ServicePool;
let gateway: Admissions;

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-shown-version-'));
  first = await startRestartable(path.join(directory, 'first'), (folder, port) =>
    startRedis({ dir: folder, keep: true, log, ...(port !== undefined && { port }) }),
  );
  second = await startRedis({ dir: path.join(directory, 'second'), keep: false, log });
  const gatewayUrl = asRole(testEnvironment('TEST_FIXTURE_DATABASE_URL'))('gcd_gateway');
  pool = new ServicePool(gatewayUrl, 'shown-version-test', log);
  gateway = gatewayOf(first.url);
});
afterEach(async () => {
  gateway.onApplicationShutdown();
  await pool.onApplicationShutdown();
  await first.kill();
  await second.stop();
  rmSync(directory, { recursive: true, force: true });
});

function gatewayOf(redisUrl: string): Admissions {
  const reports = { redisUnavailable: log, redisAvailable: log, failed: log };
  return new Admissions(redisUrl, new PostgresQuotaStore(pool), () => 1, reports);
}

/** Admits a request, as soon as Redis is available. @returns what the admission tells */
async function told(by = gateway): Promise<Shown> {
  let shown: Shown | null = null;
  await eventually(async () => {
    ({ shown } = await by.admit(1, 1_000_000, null));
    expect(shown).not.toBeNull();
  });
  return shown as unknown as Shown;
}

async function command(url: string, ...words: string[]): Promise<void> {
  const client = await createClient({ url }).connect();
  await client.sendCommand(words);
  client.destroy();
}

/** Makes a server a replica of another one, and waits until it has the other's data. */
async function follow(url: string, primary: string): Promise<void> {
  await command(primary, 'CONFIG', 'SET', 'repl-diskless-sync-delay', '0');
  await command(url, 'REPLICAOF', '127.0.0.1', new URL(primary).port);
  const client = await createClient({ url }).connect();
  await eventually(async () =>
    expect(await client.info('replication')).toContain('master_link_status:up'),
  );
  client.destroy();
}

async function restored(version: number, by = gateway): Promise<Shown> {
  const { generation } = await told(by);
  await by.shownVersion.restore(version, generation);
  return told(by);
}

describe('the newest data version that the feed has shown', () => {
  it('is unknown until a gateway restores it, and then only rises', async () => {
    const { generation, version } = await told();
    expect(version).toBeNull();
    expect(await gateway.shownVersion.raise(5, generation)).toBe(false);
    expect(await gateway.shownVersion.restore(5, generation)).toEqual({ generation, version: 5 });
    expect(await gateway.shownVersion.raise(4, generation)).toBe(true);
    expect(await told()).toEqual({ generation, version: 5 });
    expect(await gateway.shownVersion.raise(2 ** 40, generation)).toBe(true);
    expect(await told()).toEqual({ generation, version: 2 ** 40 });
  });

  it('is the maximum if a gateway restores an older version after another has raised it', async () => {
    const { generation } = await restored(5);
    await gateway.shownVersion.raise(6, generation);
    expect(await gateway.shownVersion.restore(5, generation)).toEqual({ generation, version: 6 });
  });

  it('is raised by a late event only if the event is newer', async () => {
    const { generation } = await restored(5);
    await gateway.shownVersion.raise(4);
    expect(await told()).toEqual({ generation, version: 5 });
    await gateway.shownVersion.raise(6);
    expect(await told()).toEqual({ generation, version: 6 });
  });

  it('is unknown after a restart of Redis, although the data remain', async () => {
    const before = await restored(5);
    await first.kill();
    await first.startAgain();
    const after = await told();
    expect(after.version).toBeNull();
    expect(after.generation).not.toBe(before.generation);
    expect(await gateway.shownVersion.raise(6, before.generation)).toBe(false);
    expect(await gateway.shownVersion.restore(6, before.generation)).toBeNull();
    expect(await gateway.shownVersion.raise(6)).toBe(false);
    expect((await told()).version).toBeNull();
  });

  it('is unknown after a failover and after a failover back', async () => {
    await restored(5);
    await follow(second.url, first.url);
    const other = gatewayOf(second.url);
    try {
      await command(second.url, 'REPLICAOF', 'NO', 'ONE');
      expect((await told(other)).version).toBeNull();
      const { generation } = await restored(6, other);
      await other.shownVersion.raise(9, generation);
      // The first server becomes the primary again without the data of the second, while gateways stay connected to it.
      await command(first.url, 'REPLICAOF', '127.0.0.1', '1');
      await command(first.url, 'REPLICAOF', 'NO', 'ONE');
      expect((await told()).version).toBeNull();
    } finally {
      other.onApplicationShutdown();
    }
  });

  it('is not raised on a server that is no longer the primary', async () => {
    const other = gatewayOf(second.url);
    try {
      const { generation } = await restored(5, other);
      await told();
      await follow(first.url, second.url);
      // The replica has the generation and the version of its primary.
      for (const within of [undefined, generation]) {
        expect(await gateway.shownVersion.raise(5, within)).toBe(false);
      }
      expect((await gateway.admit(1, 1_000_000, null)).shown).toBeNull();
    } finally {
      other.onApplicationShutdown();
    }
  });
});
