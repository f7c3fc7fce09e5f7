import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startPostgres, startRedis, startServers } from '../dist/servers/index.js';
import { query } from '@gcd/testing/database.js';
import { eventually } from '@gcd/testing/eventually.js';
import { descendants, stillRunning } from './processes.ts';
import {
  cleanups,
  initializePostgres,
  log,
  startElsewhere,
  stopLater,
  talk,
  temporary,
} from './server-processes.ts';

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

const STAY = 'setInterval(() => {}, 1000)';

describe('local PostgreSQL, NATS and Redis servers', () => {
  it('start together, accept connections, and leave no processes or files behind when they stop', async () => {
    const dataDir = path.join(temporary(), 'state');
    const before = descendants(process.pid).map(({ pid }) => pid);
    const servers = stopLater(await startServers({ dataDir, keep: false, log, env: {} }));
    expect(await query(servers.databaseUrl, 'select 1 + 1 as sum')).toEqual([{ sum: 2 }]);
    expect(await talk(servers.natsUrl, 'CONNECT {}\r\nPING\r\n', 'PONG')).toContain(
      '"jetstream":true',
    );
    expect(await talk(servers.redisUrl, 'PING\r\n', 'PONG')).toBe('+PONG\r\n');

    const started = descendants(process.pid).filter(({ pid }) => !before.includes(pid));
    expect(started.length).toBeGreaterThanOrEqual(6);
    await servers.stop();
    expect(stillRunning(started.map(({ pid }) => pid))).toEqual([]);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('start again while the servers of a killed process are still stopping', async () => {
    const parent = temporary();
    const [child, [elsewhere]] = await startElsewhere(parent, true, STAY);
    await query(elsewhere?.url ?? '', 'create table kept as select 42 as answer');
    child.kill('SIGKILL');
    const again = stopLater(
      await startPostgres({ dir: path.join(parent, 'postgres'), keep: true, log }),
    );
    expect(await query(again.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('leave no processes or files behind when the process that started them has nothing left to do', async () => {
    const parent = path.join(temporary(), 'state');
    const [, started] = await startElsewhere(parent, false, '');
    const pids = started.map(({ pid }) => pid);
    await eventually(async () => {
      expect(stillRunning(pids)).toEqual([]);
      expect(existsSync(parent)).toBe(false);
    });
  });
});

describe('a server', () => {
  it('reports the reason if its port is in use', async () => {
    const taken = await new Promise<Server>((resolve) => {
      const server = createServer().listen(0, '127.0.0.1', () => resolve(server));
    });
    cleanups.push(() => taken.close());
    const { port } = taken.address() as { port: number };
    const dir = path.join(temporary(), 'state');
    await expect(startRedis({ dir, keep: false, log, port })).rejects.toThrow(
      /address already in use/i,
    );
    expect(existsSync(dir)).toBe(false);
  });

  it('reports the reason if it cannot start', async () => {
    const dir = temporary();
    await initializePostgres(dir);
    appendFileSync(path.join(dir, 'data', 'postgresql.conf'), '\nno_such_setting = on\n');
    await expect(startPostgres({ dir, keep: true, log })).rejects.toThrow(
      /PostgreSQL did not start.*no_such_setting/s,
    );
  });

  it('starts even if a crash has left a PID file behind', async () => {
    const dir = temporary();
    await initializePostgres(dir);
    // Write the process id of this test, so that the PID file refers to a running process other than PostgreSQL.
    writeFileSync(
      path.join(dir, 'data', 'postmaster.pid'),
      `${process.pid}\n${dir}/data\n0\n5432\n\n127.0.0.1\n`,
    );
    const server = stopLater(await startPostgres({ dir, keep: true, log }));
    expect(await query(server.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
