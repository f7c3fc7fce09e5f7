import { once } from 'node:events';
import { afterAll, expect, it } from '@jest/globals';
import { Checks, InvalidRun, Skip } from './checks.ts';
import { Environment, type EnvironmentOptions, type ExperimentOptions } from './environment.ts';
import type { Experiment } from './experiment.ts';
import type { Load } from './load.ts';
import { record } from './results.ts';

/** A fault test, which is a row in the table of results. */
export interface Row {
  /** Number of the row, which never changes and is never reused. */
  readonly number: string;
  readonly fault: string;
  /** By default, `0 errors`. */
  readonly expected?: string;
  /** Timeout in seconds. */
  readonly limitSeconds?: number;
}

/** What a fault test has seen: the experiment, or a text for the table. */
export type Observations = Experiment | string;

/**
 * Defines a fault test. When it has passed or failed, the suite records the result, repairs the fault, and starts the
 * next test.
 */
type DefineRow<Context> = (
  row: Row,
  work: (context: Context, checks: Checks) => Promise<Observations>,
) => void;

/** Defines a fault that no client notices. */
type DefineUnnoticed = (
  row: Row,
  fault: (environment: Environment, load: Load) => Promise<void>,
  options?: ExperimentOptions,
) => void;

/** The context that fault tests share: an {@link Environment} or an extension of it. */
export interface SuiteContext {
  /** Repairs what a fault test has broken. */
  restore(): Promise<void>;
  stop(): Promise<void>;
}

const LIMIT_SECONDS = 120;
const START_LIMIT_MS = 120_000;

/** Creates a suite whose context is an {@link Environment}. */
export function environmentSuite(options: EnvironmentOptions = {}): {
  readonly row: DefineRow<Environment>;
  readonly unnoticed: DefineUnnoticed;
} {
  const row = suite(() => Environment.start(options));
  const unnoticed: DefineUnnoticed = (definition, fault, experimentOptions) =>
    row(definition, async (environment, checks) => {
      const during = (load: Load): Promise<void> => fault(environment, load);
      const experiment = await environment.during(during, experimentOptions);
      experiment.checkSound(checks);
      return experiment;
    });
  return { row, unnoticed };
}

/** Creates a suite. @param start called before the first test, and again if the context could not be repaired */
export function suite<Context extends SuiteContext>(
  start: () => Promise<Context>,
  startLimitMs = START_LIMIT_MS,
): DefineRow<Context> {
  let context: Context | null = null;
  afterAll(() => context?.stop());

  return (row, work) => {
    const limitMs = (row.limitSeconds ?? LIMIT_SECONDS) * 1000;
    const test = async (): Promise<void> => {
      const checks = new Checks();
      let observations: Observations = '';
      let invalid = '';
      try {
        context ??= await start();
        observations = await within(limitMs, work(context, checks));
      } catch (error) {
        const { message } = error as Error;
        if (error instanceof Skip) return void process.stderr.write(`SKIPPED: ${message}\n`);
        if (error instanceof InvalidRun) invalid = `invalid: ${message}`;
        else checks.failures.push(message);
      } finally {
        await context?.restore().catch(async (error: Error) => {
          checks.failures.push(`not repaired: ${error.message}`);
          await context?.stop();
          context = null;
        });
      }
      const failed = checks.failures.length > 0 && `failed: ${checks.failures.join('; ')}`;
      const result = invalid || failed || 'passed';
      record(row, result, observations);
      expect(result).toBe('passed');
    };
    it(`${row.number}: ${row.fault}`, test, limitMs + 2 * startLimitMs);
  };
}

/** Waits for work. @throws Error if the work takes too long */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  // Ignore errors that are thrown after the race has been decided.
  work.catch(() => undefined);
  const limit = once(AbortSignal.timeout(ms), 'abort').then(() => {
    throw new Error(`not finished within ${ms / 1000} s`);
  });
  limit.catch(() => undefined);
  return Promise.race([work, limit]);
}
