/** What programs need that send requests to services. */
export { closeConnection, connectNats, inboxOf, NATS } from './connection.js';
export { onEvent } from './events.js';
export type { Result } from './lines.js';
export { LoopbackProbe } from './loopback-probe.js';
export { OperationClient } from './operation.client.js';
