import config from './jest.config.js';

const { reporters, ...rest } = config;

/** Long runs, started manually: `npm run soak`. */
export default { ...rest, testMatch: ['<rootDir>/tools/soak/*.soak.ts'], maxWorkers: 1 };
