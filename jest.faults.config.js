import config from './jest.config.js';

const { globalSetup, globalTeardown, ...rest } = config;

/** Faults, by hand: `npm run faults`. Each file brings up servers of its own. */
export default {
  ...rest,
  testMatch: ['<rootDir>/infra/faults/*.faults.ts'],
  testTimeout: 600_000,
  maxWorkers: 1,
};
