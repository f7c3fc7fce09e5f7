import { setTimeout as pause } from 'node:timers/promises';
import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';
import sonicBoom from 'sonic-boom';

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
/** Usual interval in milliseconds between log lines about the same kind of frequent event. */
const SAMPLE_MS = 1000;

/** Creates a logger that writes JSON lines, with the process name, to standard output. */
export function createLogger(name: string, level: string): Logger {
  return pino({ name, level, timestamp: pino.stdTimeFunctions.isoTime }, new Output());
}

/**
 * Waits until all log lines have been written, or until a timeout. If the process exits earlier, its last lines can be
 * reordered or lost.
 */
export async function writeLog(log: Logger): Promise<void> {
  const written = new Promise((resolve) => log.flush(resolve));
  await Promise.race([written, pause(WRITE_TIMEOUT_MS, undefined, { ref: false })]);
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

/** Counts a frequent event, whose log lines are limited to one per interval. */
export class SampledLog {
  private since = Number.NEGATIVE_INFINITY;
  private skipped = 0;

  /** @param intervalMs minimum interval in milliseconds between log lines */
  constructor(private readonly intervalMs = SAMPLE_MS) {}

  /**
   * Counts an event.
   * @returns the number of events since the previous log line if a new line is due; otherwise 0
   */
  count(): number {
    this.skipped += 1;
    const now = performance.now();
    if (now - this.since < this.intervalMs) return 0;
    const count = this.skipped;
    this.since = now;
    this.skipped = 0;
    return count;
  }
}

/**
 * Standard output. All lines of an event-loop tick are one write, because each write counts all buffered bytes again. Lines
 * that cannot be written are dropped, for example because the disk is full.
 */
class Output {
  private readonly file = new sonicBoom.SonicBoom({
    fd: process.stdout.fd,
    sync: false,
    minLength: BUFFER_BYTES,
    maxLength: MAX_BUFFER_BYTES,
  });
  private lines = '';
  private timer: NodeJS.Timeout | undefined;
  private isFailing = false;

  constructor() {
    // Without this listener, a write error would crash the process.
    this.file.on('error', () => {
      this.isFailing = true;
    });
    this.file.on('write', () => {
      this.isFailing = false;
    });
    process.once('exit', () => this.flushSync());
  }

  write(line: string): void {
    if (this.lines === '') setImmediate(() => this.passOn());
    this.lines += line;
    if (this.lines.length >= BUFFER_BYTES) this.passOn();
  }

  /** Pino calls this method if the logger is flushed. */
  flush(done: (error?: Error) => void): void {
    this.passOn();
    this.file.flush(done);
  }

  /** Pino calls this method after a fatal line, because the process may be about to exit. */
  flushSync(): void {
    this.passOn();
    if (!this.isFailing) this.file.flushSync();
  }

  private passOn(): void {
    const text = this.lines;
    this.lines = '';
    if (text === '') return;
    this.file.write(text);
    // A periodic flush of the library would wake up an idle process, too.
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.file.flush();
    }, FLUSH_INTERVAL_MS).unref();
  }
}
