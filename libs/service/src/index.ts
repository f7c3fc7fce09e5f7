import 'reflect-metadata';

export * from './config.js';
export { Dependencies } from './dependencies.js';
export { CursorKeys, cursorKeysFile, type Position } from './cursor-keys.js';
export {
  matchesEtag,
  prefersGzip,
  type Representation,
  select,
} from './http/conditional-request.js';
export { OpenRequests } from './http/open-requests.js';
export { Health, startHealthServer } from './health.js';
export * from './log.js';
export { registerGauge, httpRejections, httpSeconds, registerGauges, registry } from './metrics.js';
export { List, RawJson, WithMeta } from './nats/responses.js';
export { closeConnection, connectNats, inboxOf, NATS } from './nats/connection.js';
export { LoopbackProbe } from './nats/loopback-probe.js';
export type { Result } from './nats/lines.js';
export { OperationClient } from './nats/operation.client.js';
export { Peers } from './nats/peers.js';
export { SampledLog } from './sampled-log.js';
export { ProcessModule } from './process.module.js';
export { runProcess, type Started } from './process.js';
export { runService, startService } from './service.js';
export { within } from './within.js';
