import { EventEmitter, once } from 'node:events';
import { connect, createInbox, type NatsConnection } from '@nats-io/transport-node';
import type { Logger } from '../log.js';
import { natsConnections, natsDisconnects, showNats } from '../metrics.js';
import { within } from '../within.js';
import { natsAddress } from './address.js';

/** How long a server may take for what was published last. */
const CLOSE_TIMEOUT_MS = 500;

const inboxPrefixes = new WeakMap<NatsConnection, string>();

/**
 * Connects to NATS and stays connected: waits for a server that is not there yet, and comes back fast after an outage.
 * @param url as `natsAddress` reads it
 * @param name of the process, seen in the server's monitoring
 */
export async function connectNats(url: string, name: string, log: Logger): Promise<NatsConnection> {
  const address = natsAddress(url);
  showNats();
  const connection = await connect({
    ...address,
    name,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 200,
    reconnectJitter: 50,
    // A server that hangs is left after 9 s instead of minutes: at the third turn, with two pings unanswered.
    pingInterval: 3000,
    maxPingOut: 2,
    // The stack of every request costs more than the request.
    noAsyncTraces: true,
  });
  if (address.inboxPrefix) inboxPrefixes.set(connection, address.inboxPrefix);
  natsConnections.inc();
  void logStatus(connection, log);
  void connection.closed().then((error) => {
    if (!error) return;
    // Lost for good: it was refused again and again. A new process has the new password, or says at once what is wrong.
    log.fatal({ err: error }, 'the connection to NATS has ended');
    process.exit(1);
  });
  return connection;
}

/** A new subject for replies, under what the user of this connection may hear. */
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
      log.info('NATS connection is back');
    }
    if (status.type === 'error') log.error({ err: status.error }, 'NATS error');
  }
}

/** Closes a connection: what was published is sent before, if there is a server that takes it. */
export async function closeConnection(
  connection: NatsConnection,
  state: Pick<ConnectionState, 'isUp'>,
): Promise<void> {
  if (state.isUp) await within(CLOSE_TIMEOUT_MS, connection.drain());
  if (!connection.isClosed()) await connection.close();
}

/** Whether a connection is up, now and later. */
export interface ConnectionState {
  readonly isUp: boolean;
  /** Calls back whenever the connection is lost. */
  onDown(callback: () => void): void;
  /** Waits until it is up. @returns false when it is not within so many milliseconds */
  whenUp(timeoutMs: number): Promise<boolean>;
}

/** Watches a connection that is up now. */
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
    // The status ends with the connection.
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
      const signal = AbortSignal.timeout(timeoutMs);
      return once(events, 'up', { signal }).then(
        () => true,
        () => false,
      );
    },
  };
}
