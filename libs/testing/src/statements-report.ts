import path from 'node:path';
import { SECTIONS, unprovenStatements } from '../../../apps/gateway/test/interface-statements.ts';
import { ROOT } from './root.ts';

/** The parts of Jest's results that this module uses. */
export interface RunResults {
  numFailedTests: number;
  numTotalTests: number;
  readonly testResults: readonly {
    readonly testFilePath: string;
    readonly testResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** The parts of Jest's options that this module uses. */
export interface RunOptions {
  readonly testPathPatterns: { readonly patterns: readonly string[] };
  readonly testNamePattern?: string | undefined;
  readonly nonFlagArgs: readonly string[];
  readonly onlyChanged?: boolean;
  readonly onlyFailures?: boolean;
  readonly findRelatedTests?: boolean;
  readonly runTestsByPath?: boolean;
  readonly shard?: unknown;
}

/** Whether the run includes all tests. Only such a run can show which statements no passed test covers. */
export function isWholeRun(options: RunOptions): boolean {
  return (
    options.testPathPatterns.patterns.length === 0 &&
    options.nonFlagArgs.length === 0 &&
    !options.testNamePattern &&
    !options.onlyChanged &&
    !options.onlyFailures &&
    !options.findRelatedTests &&
    !options.runTestsByPath &&
    !options.shard
  );
}

/**
 * Prints every statement of the interface specification that no passed test covers, and counts each as a failed test.
 */
export function reportUnproven(
  results: RunResults,
  print: (text: string) => void = console.error,
  sections = SECTIONS,
): void {
  const tests = results.testResults.flatMap(({ testFilePath, testResults }) =>
    testResults.map(({ fullName, status }) => ({
      file: path.relative(ROOT, testFilePath),
      name: fullName,
      status,
    })),
  );
  const unproven = unprovenStatements(sections, tests);
  if (unproven.length === 0) return;
  results.numFailedTests += unproven.length;
  results.numTotalTests += unproven.length;
  print(
    `\n${unproven.length} statements of the interface are not proven by a passed test:\n\n  ${unproven.join('\n  ')}\n`,
  );
}
