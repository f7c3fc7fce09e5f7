import config from './jest.config.js';

const { globalSetup, globalTeardown, reporters, ...rest } = config;

/** Fault tests: `npm run faults`. Files run one at a time with their own servers; each row has its own timeout. */
export default {
  ...rest,
  testMatch: ['<rootDir>/tools/faults/*.faults.ts'],
  testTimeout: 600_000,
  maxWorkers: 1,
};
