/**
 * Entry point for programs that only send requests to services. It does not load NestJS, which would take most of their
 * startup time.
 */
export { createLogger } from './log.js';
export { connectNats } from './nats/connection.js';
export type { Result } from './nats/lines.js';
export { OperationClient } from './nats/operation.client.js';
