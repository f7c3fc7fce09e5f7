import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** Injection token of the {@link Logger} of the process. */
export const LOGGER = Symbol('LOGGER');

// Lines are buffered: writing each line separately would add about 10 % to the time of a request.
const BUFFER_BYTES = 4096;
const WRITE_EVERY_MS = 100;
// Lines that cannot be written are buffered up to this size; later lines are dropped.
const MAX_KEPT_BYTES = 1_000_000;

/** Creates a logger that writes JSON lines, with the process name, to standard output. */
export function createLogger(name: string, level: string): Logger {
  const destination = pino.destination({
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: WRITE_EVERY_MS,
    maxLength: MAX_KEPT_BYTES,
  });
  surviveFullDisk(destination);
  return pino({ name, level, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/** Redirects framework logs to our logger; startup messages go to debug. */
export function frameworkLogger(log: Logger): LoggerService {
  const write =
    (level: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]): void =>
      log[level]({ context: rest.at(-1) }, String(message));
  return {
    log: write('debug'),
    debug: write('debug'),
    verbose: write('debug'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
  };
}

/**
 * Without this listener, a write error (such as a full disk) would crash the process. With it, log lines are
 * dropped.
 */
function surviveFullDisk(destination: ReturnType<typeof pino.destination>): void {
  const flush = destination.flushSync.bind(destination);
  let isFull = false;
  destination.on('error', () => {
    isFull = true;
  });
  destination.on('write', () => {
    isFull = false;
  });
  destination.flushSync = () => {
    if (!isFull) flush();
  };
}
