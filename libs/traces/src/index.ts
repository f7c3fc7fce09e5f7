export { traced, WORK, type Work } from './traced.js';
