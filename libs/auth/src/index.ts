export { createApiKey, hashApiKey, type NewApiKey, readApiKeyId } from './api-key.js';
export {
  ApiKeyStore,
  type Invalidations,
  type Principal,
  type UncachedKey,
} from './api-key.store.js';
export { type Bucket, type Charge, chargeOf, type Plan } from './plan.js';
