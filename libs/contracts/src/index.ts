export * from './cards.js';
export * from './certs.js';
export * from './errors.js';
export * from './graders.js';
export * from './grades.js';
export * from './operation.js';
export * from './parameters.js';
