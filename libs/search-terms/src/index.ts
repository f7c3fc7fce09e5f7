export * from './entry.js';
export * from './lexemes.js';
export * from './match.js';
export * from './query.js';
export * from './sets.js';
