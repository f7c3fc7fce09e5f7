/**
 * Makes a test run fail if a statement of the interface specification was not proven. Jest loads reporters without
 * compiling them, so the check itself is a function that the global setup provides for whole runs.
 */
export default class StatementsReporter {
  onRunComplete(_contexts, results) {
    globalThis.reportUnprovenStatements?.(results);
  }
}
