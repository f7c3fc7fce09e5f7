/**
 * The parts of this package that a program needs to call services. They do not load the framework, which takes most of
 * the startup time.
 */
export { createLogger } from './log.js';
export { connectNats } from './nats/connection.js';
export { OperationClient, type OperationReply } from './nats/operation.client.js';
