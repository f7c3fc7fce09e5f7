import config from './jest.config.js';

const { globalSetup, globalTeardown, reporters, ...rest } = config;

/**
 * Configuration of the fault tests (`npm run faults`). Files run one at a time, with separate servers. Each fault has
 * its own timeout.
 */
export default {
  ...rest,
  testMatch: ['<rootDir>/tools/faults/*.faults.ts'],
  testTimeout: 600_000,
  maxWorkers: 1,
};
