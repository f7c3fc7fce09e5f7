export { createDataSource } from './data-source.js';
export { AccountEntity, ApiKeyEntity, PlanEntity } from './entities/key.entity.js';
export { DatasetEntity, LoadEntity } from './entities/load.entity.js';
export {
  acquireCatalogLock,
  acquireWriterLock,
  isWriterLocked,
  OTHER_WRITER,
  releaseWriterLock,
  withLockTimeout,
} from './locks.js';
export { migrate } from './migrate.js';
export { ROLES } from './roles.js';
