import { readFileSync } from 'node:fs';

const STATEMENTS = new URL('./statements.txt', import.meta.url);
/** Options of Jest that select only some of the tests. */
const SELECTIONS = ['onlyChanged', 'onlyFailures', 'findRelatedTests', 'runTestsByPath', 'shard'];

/**
 * After a run of all tests, lists the statements of the interface specification that no passed test proves, and counts
 * each as a failed test.
 */
export default class StatementsReporter {
  constructor(options) {
    const { testPathPatterns, nonFlagArgs, testNamePattern } = options;
    this.isWholeRun =
      testPathPatterns.patterns.length === 0 &&
      nonFlagArgs.length === 0 &&
      !testNamePattern &&
      !SELECTIONS.some((name) => options[name]);
  }

  onRunComplete(_contexts, results) {
    if (!this.isWholeRun) return;
    const passed = results.testResults
      .flatMap(({ testResults }) => testResults)
      .filter(({ status }) => status === 'passed')
      .map(({ title }) => title);
    const unproven = unprovenStatements(readFileSync(STATEMENTS, 'utf8'), passed);
    if (unproven.length === 0) return;
    results.numFailedTests += unproven.length;
    results.numTotalTests += unproven.length;
    console.error(`\nStatements that no passed test proves:\n\n  ${unproven.join('\n  ')}\n`);
  }
}

/** Returns the statements that need a test and whose number is in none of the titles. */
export function unprovenStatements(text, titles) {
  const proven = new Set(
    titles.flatMap((title) => title.match(/\[S\d[S\d ]*\]$/)?.[0].match(/S\d+/g) ?? []),
  );
  return [...text.matchAll(/^(S\d+): .*(\n {4}not tested: .*)?/gm)]
    .filter(([, id, reason]) => !reason && !proven.has(id))
    .map(([statement]) => statement);
}
