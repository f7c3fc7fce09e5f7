export { createDataSource } from './data-source.js';
export { DatasetEntity } from './entities/dataset.entity.js';
export { ImportEntity } from './entities/import.entity.js';
export { AccountEntity, ApiKeyEntity, PlanEntity } from './entities/key.entity.js';
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
