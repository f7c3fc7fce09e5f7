import config from './jest.config.js';

const { reporters, ...rest } = config;

/** Soak tests, which `npm run soak` runs. They take long and are started manually. */
export default { ...rest, testMatch: ['<rootDir>/tools/soak/*.soak.ts'], maxWorkers: 1 };
