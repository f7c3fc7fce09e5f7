import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import { within } from './within.js';

export type { Logger } from 'pino';

/** Injection token for the process's {@link Logger}. */
export const LOGGER = Symbol('LOGGER');

// Size of the log buffer in bytes. Writing each line separately would make requests about 10 % slower.
const BUFFER_BYTES = 4096;
const FLUSH_INTERVAL_MS = 100;
const WRITE_TIMEOUT_MS = 2000;
// Maximum size in bytes of the buffer for log lines that cannot be written yet. When it is full, further lines are
// dropped.
const MAX_BUFFER_BYTES = 1_000_000;

/** Creates a logger that writes JSON lines, with the process name, to standard output. */
export function createLogger(name: string, level: string): Logger {
  const destination = pino.destination({
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
    maxLength: MAX_BUFFER_BYTES,
  });
  surviveFullDisk(destination);
  joinLines(destination);
  return pino({ name, level, timestamp: pino.stdTimeFunctions.isoTime }, destination);
}

/**
 * Waits until all log lines have been written, or until a timeout. If the process exits earlier, its last lines can be
 * reordered or lost.
 */
export async function writeLog(log: Logger): Promise<void> {
  await within(WRITE_TIMEOUT_MS, new Promise((resolve) => log.flush(resolve)));
}

/** Forwards the log messages of NestJS to the process's logger. Startup messages get the level `debug`. */
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
 * Drops log lines that cannot be written, for example because the disk is full. Without this listener, a write error
 * would crash the process.
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

/**
 * Combines all log lines of an event-loop tick into one write, because each write to the destination counts all
 * buffered bytes again.
 */
function joinLines(destination: ReturnType<typeof pino.destination>): void {
  const write = destination.write.bind(destination);
  const flush = destination.flush.bind(destination);
  const flushSync = destination.flushSync.bind(destination);
  let lines = '';
  const passOn = (): void => {
    const text = lines;
    lines = '';
    if (text !== '') write(text);
  };
  destination.write = (line) => {
    if (lines === '') setImmediate(passOn);
    lines += line;
    if (lines.length >= BUFFER_BYTES) passOn();
    return true;
  };
  destination.flush = (done) => {
    passOn();
    flush(done);
  };
  // NestJS calls this method before the process exits.
  destination.flushSync = () => {
    passOn();
    flushSync();
  };
}
