import type { Admissions } from '@gcd/auth/admission';
import type { ServicePool } from '@gcd/database/pool';
import { registerGauge, type Peers, registerGauges } from '@gcd/service';
import type { Connections } from './edge/connections.js';
import type { Overload } from './edge/overload.js';

const DATASET = {
  name: 'dataset-figures',
  text: 'select version::float8 as version, extract(epoch from as_of)::float8 as as_of from dataset',
};

/** Registers the gateway's own metrics, and metrics for the age of the data. */
export function registerMetrics(
  pool: ServicePool,
  admissions: Admissions,
  connections: Connections,
  overload: Overload,
  peers: Peers,
): void {
  const dataset = async (column: 'version' | 'as_of'): Promise<number | null> => {
    const [row] = await pool.rows<Record<string, number | null>>(DATASET);
    return row?.[column] ?? null;
  };
  registerGauge(
    'gcd_http_requests_in_flight',
    'Requests whose responses have not been read.',
    () => connections.count,
  );
  registerGauge(
    'gcd_http_unread_bytes',
    'Bytes of responses that clients have not read.',
    () => connections.unreadBytes,
  );
  registerGauges('gcd_concurrency_limit', 'Limit on requests in flight to services.', 'class', () =>
    overload.each((queue) => queue.limit.limit),
  );
  registerGauges('gcd_concurrency_in_flight', 'Requests in flight to services.', 'class', () =>
    overload.each((queue) => queue.inFlight),
  );
  registerGauges('gcd_concurrency_queued', 'Requests waiting for a service.', 'class', () =>
    overload.each((queue) => queue.queued),
  );
  registerGauge(
    'gcd_redis_available',
    '1 while Redis charges requests, 0 while the gateway does.',
    () => (admissions.countsInRedis ? 1 : 0),
  );
  registerGauge(
    'gcd_gateway_instances',
    'Gateways that share the rates of accounts while Redis is unavailable.',
    () => peers.count,
  );
  registerGauge('gcd_dataset_version', 'Data version.', () => dataset('version'));
  registerGauge('gcd_dataset_as_of_timestamp_seconds', 'Latest date of a population.', () =>
    dataset('as_of'),
  );
}
