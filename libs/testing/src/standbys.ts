import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { type Server, startPostgres } from '@gcd/local';
import { query } from './database.ts';
import { eventually } from './eventually.ts';
import { startRestartable } from './restartable-server.ts';

export interface Standby {
  readonly url: string;
  /** Makes the standby stream from another port of this machine, such as the port of a proxy for the primary. */
  streamFrom(port: number): Promise<void>;
  /** Pauses replay: the standby still receives changes from the primary, but applies them only after `resume()`. */
  pause(): Promise<void>;
  resume(): Promise<void>;
}

/** A primary, and standbys that share one address. */
export interface StandbySet {
  readonly primaryUrl: string;
  readonly standbys: readonly Standby[];
  /** URL of the shared address, which distributes connections across the standbys in turn. */
  readonly url: string;
  /** Kills the primary after every standby has received all of its changes. */
  killPrimary(): Promise<void>;
  /** Restarts the primary if it was killed. */
  restartPrimary(): Promise<void>;
  /** Breaks all connections to the shared address, and refuses new ones. */
  cut(): void;
  mend(): void;
  stop(): Promise<void>;
}

const log = (): void => undefined;

/** Starts PostgreSQL, populates it, and adds standbys. */
export async function startStandbys(
  directory: string,
  count: number,
  fill: (primaryUrl: string) => Promise<void>,
): Promise<StandbySet> {
  const primaryDir = path.join(directory, 'primary');
  const first = await startPostgres({ dir: primaryDir, keep: true, log });
  const primaryUrl = first.url;
  const port = Number(new URL(primaryUrl).port);
  await fill(primaryUrl);
  await first.stop();
  const servers: Server[] = [];
  for (let number = 1; number <= count; number += 1) {
    const dir = path.join(directory, `standby-${number}`);
    const isOfData = (file: string): boolean => !/server\.lock$|postmaster\.pid$/.test(file);
    cpSync(primaryDir, dir, { recursive: true, filter: isOfData });
    writeFileSync(path.join(dir, 'data', 'standby.signal'), '');
    writeFileSync(
      path.join(dir, 'data', 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'\nwal_retrieve_retry_interval = 100\n`,
    );
    servers.push(await startPostgres({ dir, keep: true, log }));
  }
  const primary = await startRestartable(primaryDir, (dir) =>
    startPostgres({ dir, keep: true, log, port }),
  );
  let isKilled = false;
  const standbys = servers.map(({ url }) => standbyAt(url));
  const address = await balance(standbys.map(({ url }) => Number(new URL(url).port)));
  return {
    primaryUrl,
    standbys,
    ...address,
    async killPrimary() {
      const [written] = await query(primaryUrl, 'select pg_current_wal_flush_lsn()::text as lsn');
      const received = 'select pg_last_wal_receive_lsn() >= $1::pg_lsn as done';
      for (const { url } of standbys) {
        await eventually(async () => {
          const [row] = await query(url, received, [written?.lsn]);
          if (!row?.done) throw new Error('a standby has not received all changes');
        }, 30_000);
      }
      isKilled = true;
      await primary.kill();
    },
    async restartPrimary() {
      if (isKilled) await primary.startAgain();
      isKilled = false;
    },
    async stop() {
      address.close();
      await Promise.all([primary, ...servers].map((server) => server.stop()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function standbyAt(url: string): Standby {
  return {
    url,
    async streamFrom(port) {
      const source = `host=127.0.0.1 port=${port} user=postgres`;
      await query(url, `alter system set primary_conninfo = '${source}'`);
      await query(url, 'select pg_reload_conf()');
    },
    async pause() {
      await query(url, 'select pg_wal_replay_pause()');
      await eventually(async () => {
        const [row] = await query(url, 'select pg_get_wal_replay_pause_state() as state');
        if (row?.state !== 'paused') throw new Error(`replay is ${row?.state}`);
      }, 30_000);
    },
    async resume() {
      await query(url, 'select pg_wal_replay_resume()');
    },
  };
}

/** Starts a load balancer that distributes connections across several ports in turn. */
async function balance(ports: readonly number[]) {
  const sockets = new Set<Socket>();
  let isCut = false;
  let next = 0;
  const server = createServer((client) => {
    if (isCut) return void client.resetAndDestroy();
    const upstream = connect(ports[next++ % ports.length] as number, '127.0.0.1');
    client.pipe(upstream).pipe(client);
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = (): void => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}/postgres`,
    cut,
    mend: () => {
      isCut = false;
    },
    close: () => {
      cut();
      server.close();
    },
  };
}
