import type { LoggerService } from '@nestjs/common';
import { type Logger, pino } from 'pino';

export type { Logger } from 'pino';

/** A logger that writes JSON lines to standard output, each with the name of the process. */
export function createLogger(name: string, level: string): Logger {
  return pino({ name, level, timestamp: pino.stdTimeFunctions.isoTime });
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
