export { type AdmissionReports, Admissions } from './admission.js';
export { type Admission, type Quota, remaining } from './ledger.js';
export { PostgresLedger } from './postgres.ledger.js';
export { RateLog } from './rate-log.js';
