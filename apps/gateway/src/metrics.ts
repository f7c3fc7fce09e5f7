import { Admissions } from '@gcd/auth/admission';
import { ServicePool } from '@gcd/database/pool';
import { OpenRequests } from '@gcd/http';
import { registerGauge } from '@gcd/process';
import type { INestApplicationContext } from '@nestjs/common';
import { Peers } from './peers.js';

const DATASET = {
  name: 'dataset-metrics',
  text: 'select version::float8 as version, extract(epoch from as_of)::float8 as as_of from dataset',
};

/** Registers metrics for the gateway, and for the version and age of the data. */
export function registerMetrics(app: INestApplicationContext): void {
  const dataset = async (column: 'version' | 'as_of'): Promise<number | null> => {
    const [row] = await app.get(ServicePool).rows<Record<string, number | null>>(DATASET);
    return row?.[column] ?? null;
  };
  registerGauge(
    'gcd_http_requests_in_flight',
    'Requests that a service works on, or whose responses have not been read.',
    () => app.get(OpenRequests).count,
  );
  registerGauge(
    'gcd_redis_available',
    '1 if requests are charged in Redis, 0 if this gateway charges them itself.',
    () => (app.get(Admissions).countsInRedis ? 1 : 0),
  );
  registerGauge(
    'gcd_gateway_instances',
    'Live gateways, which divide the rate limits of accounts while Redis is unavailable.',
    () => app.get(Peers).count,
  );
  registerGauge(
    'gcd_dataset_version',
    'Version of the data, which increases with each import or match that changes it.',
    () => dataset('version'),
  );
  registerGauge('gcd_dataset_as_of_timestamp_seconds', 'Date of the latest population.', () =>
    dataset('as_of'),
  );
}
