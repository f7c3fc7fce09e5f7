/** What services need that handle operations. */
export { Handles } from './operation.server.js';
export { List, WithMeta } from './responses.js';
export { runService, serviceConfig, startService } from './service.js';
