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

const LIMIT_SECONDS = 120;
const START_LIMIT_MS = 600_000;

/** Creates a suite of fault tests. They share an environment, which is started again if it cannot be repaired. */
export function suite(options: EnvironmentOptions = {}) {
  let environment: Environment | null = null;
  afterAll(() => environment?.stop());

  /**
   * Defines a fault test. When it has passed or failed, the suite records the result, repairs the fault, and starts the
   * next test.
   */
  const row = (
    definition: Row,
    work: (environment: Environment, checks: Checks) => Promise<Observations>,
  ): void => {
    const limitMs = (definition.limitSeconds ?? LIMIT_SECONDS) * 1000;
    const test = async (): Promise<void> => {
      const checks = new Checks();
      let observations: Observations = '';
      let invalid = '';
      try {
        environment ??= await Environment.start(options);
        observations = await within(limitMs, work(environment, checks));
      } catch (error) {
        const { message } = error as Error;
        if (error instanceof Skip) return void process.stderr.write(`SKIPPED: ${message}\n`);
        if (error instanceof InvalidRun) invalid = `invalid: ${message}`;
        else checks.failures.push(message);
      } finally {
        await environment?.restore().catch(async (error: Error) => {
          checks.failures.push(`not repaired: ${error.message}`);
          await environment?.stop();
          environment = null;
        });
      }
      const failed = checks.failures.length > 0 && `failed: ${checks.failures.join('; ')}`;
      const result = invalid || failed || 'passed';
      record(definition, result, observations);
      expect(result).toBe('passed');
    };
    it(`${definition.number}: ${definition.fault}`, test, limitMs + 2 * START_LIMIT_MS);
  };

  /** Defines a fault that no client notices. */
  const unnoticed = (
    definition: Row,
    fault: (environment: Environment, load: Load) => Promise<void>,
    experimentOptions?: ExperimentOptions,
  ): void =>
    row(definition, async (environment, checks) => {
      const during = (load: Load): Promise<void> => fault(environment, load);
      const experiment = await environment.during(during, experimentOptions);
      experiment.checkSound(checks);
      return experiment;
    });
  return { row, unnoticed };
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
