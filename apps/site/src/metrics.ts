import { registry } from '@gcd/process';
import { Counter, Histogram } from 'prom-client';

export const pageSeconds = new Histogram({
  name: 'gcd_site_request_duration_seconds',
  help: 'Time from the arrival of a request to the end of the page.',
  labelNames: ['route', 'status'],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
  registers: [registry],
});

export const apiRequests = new Counter({
  name: 'gcd_site_api_requests_total',
  help: 'Requests to the API, by response status; `none` if there was no response.',
  labelNames: ['status'],
  registers: [registry],
});

export const pageSources = new Counter({
  name: 'gcd_site_pages_total',
  help: 'Pages by source: `stored` and fresh, `shared` with a render in progress, `renewed` because the API responses were unchanged, `rendered`, or `rejected` because of overload.',
  labelNames: ['source'],
  registers: [registry],
});
