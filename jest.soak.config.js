import config from './jest.config.js';

const { reporters, ...rest } = config;

/** Configuration of the soak tests (`npm run soak`), which take a long time and are started manually. */
export default { ...rest, testMatch: ['<rootDir>/tools/soak/*.soak.ts'], maxWorkers: 1 };
