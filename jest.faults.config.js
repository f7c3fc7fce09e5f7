import config from './jest.config.js';

const { globalSetup, globalTeardown, reporters, ...rest } = config;

/** Faults: `npm run faults`. Each file starts servers of its own, one file at a time; each row has a time limit of its own. */
export default {
  ...rest,
  testMatch: ['<rootDir>/tools/faults/*.faults.ts'],
  testTimeout: 600_000,
  maxWorkers: 1,
};
