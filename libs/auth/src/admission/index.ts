export { type AdmissionReports, Admissions } from './admission.js';
export { type Admission, type Quota, remaining } from './quota.js';
export { PostgresQuotaStore } from './postgres.quota-store.js';
export { redisAddress } from './redis.address.js';
export type { Shown, ShownVersion } from './shown-version.js';
