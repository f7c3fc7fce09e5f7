/**
 * Makes a test run fail if a statement of the interface specification is not covered by a passed test. Jest loads
 * reporters without compiling them, so the global setup provides the check itself as a function when all tests run.
 */
export default class StatementsReporter {
  onRunComplete(_contexts, results) {
    globalThis.reportUnprovenStatements?.(results);
  }
}
