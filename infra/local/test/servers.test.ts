import type { ChildProcess } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { startNats, startPostgres, startRedis, startServers } from '../dist/servers/index.js';
import { descendants, stillRunning } from './processes.ts';
import {
  cleanups,
  eventually,
  initializePostgres,
  log,
  query,
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
    expect(await query(servers.databaseUrl, 'select 1 + 1')).toEqual([2]);
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

  it('keep PostgreSQL and Redis data across a restart', async () => {
    const dataDir = temporary();
    await initializePostgres(path.join(dataDir, 'postgres'));
    const first = stopLater(
      await startServers({ dataDir, keep: true, log, env: { NATS_URL: 'nats://n.example' } }),
    );
    expect(await query(first.databaseUrl, 'show fsync')).toEqual(['on']);
    await query(first.databaseUrl, 'create table kept as select 42 as answer');
    await talk(first.redisUrl, 'SET kept 42\r\n', 'OK');
    await first.stop();

    const second = stopLater(
      await startServers({ dataDir, keep: true, log, env: { NATS_URL: 'nats://n.example' } }),
    );
    expect(await query(second.databaseUrl, 'select answer from kept')).toEqual([42]);
    expect(await talk(second.redisUrl, 'GET kept\r\n', '42\r\n')).toContain('42');
  });

  it('start again while the servers of a killed process are still stopping', async () => {
    const parent = temporary();
    const [child, [elsewhere]] = await startElsewhere(parent, true, STAY);
    await query(elsewhere?.url ?? '', 'create table kept as select 42 as answer');
    child.kill('SIGKILL');
    const again = stopLater(
      await startPostgres({ dir: path.join(parent, 'postgres'), keep: true, log }),
    );
    expect(await query(again.url, 'select answer from kept')).toEqual([42]);
  });

  const ends: [string, string, (child: ChildProcess) => void][] = [
    ['is killed with kill -9', STAY, (child) => child.kill('SIGKILL')],
    ['has nothing left to do', '', () => undefined],
  ];
  it.each(ends)(
    'leave no processes or files behind when the process that started them %s',
    async (_how, next, end) => {
      const parent = path.join(temporary(), 'state');
      const [child, started] = await startElsewhere(parent, false, next);
      end(child);
      await eventually(
        'the end of the other process',
        () => child.exitCode !== null || child.signalCode !== null,
      );
      const pids = started.map(({ pid }) => pid);
      await eventually('no server process', () => stillRunning(pids).length === 0);
      await eventually('no folder', () => !existsSync(parent));
    },
  );
});

describe('a server', () => {
  it('leaves no directory behind when it exits on its own', async () => {
    const dir = path.join(temporary(), 'nats');
    const server = await startNats({ dir, keep: false, log });
    process.kill(server.pid, 'SIGKILL');
    expect(await server.exited).not.toBe(0);
    expect(existsSync(dir)).toBe(false);
  });

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

  it('rejects data from another PostgreSQL version', async () => {
    const dir = temporary();
    await initializePostgres(dir);
    writeFileSync(path.join(dir, 'data', 'PG_VERSION'), '9\n');
    await expect(startPostgres({ dir, keep: true, log })).rejects.toThrow(
      /created by PostgreSQL 9/,
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
    expect(await query(server.url, 'select 1')).toEqual([1]);
  });
});
