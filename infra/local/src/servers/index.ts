export { find } from './find.js';
export { startNats } from './nats.js';
export {
  missingForOpenSearch,
  type OpenSearchOptions,
  startOpenSearch,
} from './opensearch.js';
export { startPostgres } from './postgres.js';
export { startRedis } from './redis.js';
export { ask, launch, type Recipe, type Server, type ServerOptions } from './server.js';
export { type Servers, type ServersOptions, startServers } from './servers.js';
