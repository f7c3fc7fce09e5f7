export * from './entry.js';
export * from './match.js';
export * from './query.js';
