/**
 * The part of this package that sends requests to services. It does not load NestJS, which takes most of the startup
 * time.
 */
export { createLogger } from './log.js';
export { connectNats } from './nats/connection.js';
export { OperationClient, type OperationReply } from './nats/operation.client.js';
