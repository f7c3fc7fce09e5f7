import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

// Lines are written together: one by one, they would cost a call a tenth of its time.
const BUFFER_BYTES = 4096;
const WRITE_EVERY_MS = 100;
// What cannot be written is kept up to here, then dropped.
const MAX_KEPT_BYTES = 1_000_000;

/** A logger that writes JSON lines to standard output, each with the name of the process. */
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

/** Lets the framework write to our log; its chatter at start is for debugging only. */
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

/** A disk that is full costs lines, not the process: without a listener it would end, and at its end try to write for ever. */
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
