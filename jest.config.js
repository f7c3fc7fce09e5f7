/**
 * Tests run as ES modules against the built packages and real servers. `libs/testing/src/global-setup.ts` starts the
 * servers.
 */
export default {
  testMatch: [
    '<rootDir>/{apps,libs,infra,tools,examples,clients}/*/{src,test}/**/*.{spec,test}.ts',
  ],
  testEnvironment: 'node',
  // Keep the cache outside the temporary directory, because that directory must be empty after the tests.
  cacheDirectory: '<rootDir>/node_modules/.cache/jest',
  extensionsToTreatAsEsm: ['.ts'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  modulePathIgnorePatterns: ['<rootDir>/.*/dist/package.json'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true },
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
      },
    ],
  },
  // Run the statements reporter first, so that the default reporter's counts of failed tests are at the end of the
  // output.
  reporters: ['<rootDir>/libs/testing/statements-reporter.mjs', 'default'],
  globalSetup: '<rootDir>/libs/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/global-teardown.ts',
  // This timeout only stops stalled tests. Tests do not assert durations.
  testTimeout: 300_000,
  // Use three workers even on a machine with two cores, because tests often wait for processes and timers.
  maxWorkers: 3,
};
