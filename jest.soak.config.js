import config from './jest.config.js';

/** Long runs, by hand: `npm run soak`. */
export default { ...config, testMatch: ['<rootDir>/infra/soak/*.soak.ts'], maxWorkers: 1 };
