import { type Exemplar, registry, SECONDS } from '@gcd/process';
import { Counter, Histogram } from 'prom-client';

export const httpSeconds = new Histogram<'route' | 'method' | 'status' | keyof Exemplar>({
  name: 'gcd_http_request_duration_seconds',
  help: 'Time from the start of a request to the end of its response.',
  labelNames: ['route', 'method', 'status'],
  buckets: SECONDS,
  registers: [registry],
  enableExemplars: true,
});

export const httpRejections = new Counter({
  name: 'gcd_http_rejections_total',
  help: 'Requests rejected with 503 or 504, by reason: overload, unavailable dependency, or passed deadline.',
  labelNames: ['reason'],
  registers: [registry],
});
