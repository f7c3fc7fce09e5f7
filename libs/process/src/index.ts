import 'reflect-metadata';

export * from './config.js';
export { Health, type HealthServer, startHealthServer } from './health.js';
export * from './log.js';
export * from './metrics.js';
export { runProcess, type Started } from './process.js';
export { ProcessModule } from './process.module.js';
export * from './span.js';
