export { type AdmissionReports, Admissions } from './admission.js';
export type { FeedVersionStore } from './feed-version.store.js';
export { type Admission, type Quota, remaining } from './quota.js';
export { PostgresQuotaStore } from './postgres.quota-store.js';
export { redisAddress } from './redis.address.js';
