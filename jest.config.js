/** Tests run as ES modules against the built packages, and against real servers that `libs/testing/src/global-setup.ts` starts. */
export default {
  testMatch: [
    '<rootDir>/{apps,libs,infra,tools,examples,clients}/*/{src,test}/**/*.{spec,test}.ts',
    '<rootDir>/tools/bench/speed/src/**/*.spec.ts',
  ],
  testEnvironment: 'node',
  // The cache is not in the temporary directory, because tests must leave that directory empty.
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
  // The statements reporter comes first, because the default reporter prints the counts of failed tests at the end.
  reporters: ['<rootDir>/libs/testing/statements-reporter.mjs', 'default'],
  globalSetup: '<rootDir>/libs/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/global-teardown.ts',
  // This timeout only stops stalled tests. Tests do not assert durations.
  testTimeout: 300_000,
  // The number of workers exceeds the two cores of the smallest machine by one, because tests often wait for processes
  // and timers.
  maxWorkers: 3,
};
