export { startNats } from './nats.js';
export { startPostgres } from './postgres.js';
export { startRedis } from './redis.js';
export type { Server, ServerOptions } from './server.js';
export { type Servers, type ServersOptions, startServers } from './servers.js';
