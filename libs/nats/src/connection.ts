import { EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type Logger, registry } from '@gcd/process';
import { connect, createInbox, type NatsConnection } from '@nats-io/transport-node';
import { Counter, Gauge } from 'prom-client';
import { natsAddress } from './address.js';

/** Injection token for the process's NATS connection. */
export const NATS = Symbol('NATS');

/** Timeout in milliseconds for flushing the last published messages. */
const CLOSE_TIMEOUT_MS = 500;

const natsDisconnects = new Counter({
  name: 'gcd_nats_disconnects_total',
  help: 'Lost connections to NATS.',
  registers: [registry],
});

const natsConnections = new Gauge({
  name: 'gcd_nats_connections',
  help: 'Number of connections to NATS.',
  registers: [registry],
});

const inboxPrefixes = new WeakMap<NatsConnection, string>();

/**
 * Connects to NATS and keeps reconnecting. Waits if no server is available yet, and reconnects quickly after an outage.
 * @param url URL in a format that `natsAddress` accepts
 * @param name name of the process, which the server's monitoring shows
 */
export async function connectNats(url: string, name: string, log: Logger): Promise<NatsConnection> {
  const address = natsAddress(url);
  const connection = await connect({
    ...address,
    name,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 50,
    // Detect a stalled server within 9 s instead of minutes. The client disconnects at the end of the third interval if
    // two pings are unanswered.
    pingInterval: 3000,
    maxPingOut: 2,
    // Do not capture a stack trace for each request, because capturing one costs more than the request itself.
    noAsyncTraces: true,
  });
  if (address.inboxPrefix) inboxPrefixes.set(connection, address.inboxPrefix);
  natsConnections.inc();
  void logStatus(connection, log);
  void connection.closed().then((error) => {
    if (!error) return;
    // The server has repeatedly rejected the credentials. Exit, because a restarted process uses the new password or
    // fails with a clear error.
    log.fatal({ err: error }, 'the connection to NATS has ended');
    process.exit(1);
  });
  return connection;
}

/** Creates a unique reply subject that the user of the connection may subscribe to. */
export function inboxOf(connection: NatsConnection): string {
  return createInbox(inboxPrefixes.get(connection));
}

async function logStatus(connection: NatsConnection, log: Logger): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'disconnect') {
      natsDisconnects.inc();
      natsConnections.dec();
      log.warn('NATS connection lost');
    }
    if (status.type === 'reconnect') {
      natsConnections.inc();
      log.info('NATS connection restored');
    }
    if (status.type === 'error') log.error({ err: status.error }, 'NATS error');
  }
}

/** Flushes published messages if the server still accepts them, and closes the connection. */
export async function closeConnection(
  connection: NatsConnection,
  state: Pick<ConnectionState, 'isUp'>,
): Promise<void> {
  if (state.isUp) await Promise.race([connection.drain(), pause(CLOSE_TIMEOUT_MS)]);
  if (!connection.isClosed()) await connection.close();
}

export interface ConnectionState {
  readonly isUp: boolean;
  /** Registers a callback that is called whenever the connection is lost. */
  onDown(callback: () => void): void;
  /** Waits until the connection is available. @returns false if the timeout passes first */
  whenUp(timeoutMs: number): Promise<boolean>;
}

/** Tracks the state of a connection that is currently up. */
export function watchConnection(connection: NatsConnection): ConnectionState {
  let isUp = true;
  const events = new EventEmitter().setMaxListeners(0);
  const set = (up: boolean): void => {
    isUp = up;
    events.emit(up ? 'up' : 'down');
  };
  void (async () => {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect') set(false);
      if (type === 'reconnect') set(true);
    }
    set(false);
  })();
  return {
    get isUp() {
      return isUp;
    },
    onDown(callback) {
      events.on('down', callback);
    },
    async whenUp(timeoutMs) {
      if (isUp) return true;
      // Round up, because the timeout must be an integer.
      const signal = AbortSignal.timeout(Math.ceil(timeoutMs));
      return once(events, 'up', { signal }).then(
        () => true,
        () => false,
      );
    },
  };
}
