/** Tests run as ES modules against the built packages, and against real servers that `libs/testing/src/global-setup.ts` starts. */
export default {
  testMatch: [
    '<rootDir>/{apps,libs,infra,tools,examples,clients}/*/{src,test}/**/*.{spec,test}.ts',
    '<rootDir>/tools/bench/speed/src/**/*.spec.ts',
  ],
  testEnvironment: 'node',
  // Not in the temporary directory, which tests must leave empty.
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
  // Before the default reporter, which prints the counts.
  reporters: ['<rootDir>/libs/testing/statements-reporter.mjs', 'default'],
  globalSetup: '<rootDir>/libs/testing/src/global-setup.ts',
  globalTeardown: '<rootDir>/libs/testing/src/global-teardown.ts',
  // Only to stop a stalled test: tests do not assert durations.
  testTimeout: 300_000,
  // One more than the two cores of the smallest machine, because tests often wait for processes and timers.
  maxWorkers: 3,
};
