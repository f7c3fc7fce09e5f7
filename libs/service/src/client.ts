/**
 * Entry point for programs that only send requests to services. It does not load NestJS, which would take most of their
 * startup time.
 */
export { createLogger } from './log.js';
export { connectNats } from './nats/connection.js';
export { OperationClient, type OperationReply } from './nats/operation.client.js';
