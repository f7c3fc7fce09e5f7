import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { Checks, InvalidRun, Skip } from './checks.ts';
import { Environment, type EnvironmentOptions } from './environment.ts';
import type { Experiment } from './experiment.ts';
import { ROWS, type RowNumber } from './rows.ts';
import { record } from './results.ts';

/** The observations of a fault test, for its row in the table. */
export interface RowWork {
  readonly seen: string;
  readonly experiment?: Experiment;
}

/** Defines fault tests that share an environment. */
export interface Suite<Context> {
  /**
   * Defines a fault test. When it has passed or failed, the suite records the result, repairs the fault, and starts the
   * next test.
   * @param limitSeconds timeout in seconds
   */
  row(
    number: RowNumber,
    work: (context: Context, checks: Checks) => Promise<RowWork>,
    limitSeconds?: number,
  ): void;
}

/** The context that fault tests share: an {@link Environment} or an extension of it. */
export interface SuiteContext {
  /** Repairs what a fault test has broken. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

const LIMIT_SECONDS = 120;
const START_LIMIT_MS = 120_000;

/** Creates a suite whose context is an {@link Environment}. */
export function environmentSuite(options: EnvironmentOptions = {}): Suite<Environment> {
  return suite(() => Environment.start(options));
}

/** Creates a suite. @param start called before the first test, and again if the context could not be repaired */
export function suite<Context extends SuiteContext>(
  start: () => Promise<Context>,
  startLimitMs = START_LIMIT_MS,
): Suite<Context> {
  let context: Context | null = null;
  afterAll(() => context?.stop());

  async function measure(
    number: RowNumber,
    work: (context: Context, checks: Checks) => Promise<RowWork>,
    limitMs: number,
  ): Promise<string> {
    const checks = new Checks();
    let seen: RowWork = { seen: '' };
    let exception = '';
    try {
      context ??= await start();
      seen = await within(limitMs, work(context, checks));
    } catch (error) {
      if (error instanceof Skip) {
        process.stderr.write(`SKIPPED ${number}: ${error.message}\n`);
        return 'skipped';
      }
      if (error instanceof InvalidRun) exception = `invalid: ${error.message}`;
      else checks.failures.push((error as Error).message);
    } finally {
      await context?.restore().catch(async (error: Error) => {
        checks.failures.push(`not repaired: ${error.message}`);
        await context?.stop();
        context = null;
      });
    }
    const failed = checks.failures.length > 0 ? `failed: ${checks.failures.join('; ')}` : 'passed';
    const result = exception || failed;
    record({ number, result, ...seen });
    return result;
  }

  return {
    row(number, work, limitSeconds = LIMIT_SECONDS) {
      const limitMs = limitSeconds * 1000;
      const { fault } = ROWS[number];
      const title = `${number}: ${fault}`;
      const test = async (): Promise<void> => {
        const result = await measure(number, work, limitMs);
        expect(result).toMatch(/^(passed|skipped)$/);
      };
      it(title, test, limitMs + 2 * startLimitMs);
    },
  };
}

async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const abort = new AbortController();
  const limit = pause(ms, undefined, { signal: abort.signal }).then(() => {
    throw new Error(`not finished within ${ms / 1000} s`);
  });
  // Ignore errors that are thrown after the race has been decided.
  work.catch(() => undefined);
  limit.catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    abort.abort();
  }
}
