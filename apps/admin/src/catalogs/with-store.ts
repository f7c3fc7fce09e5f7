import { type CatalogStore, NatsCatalogStore, openBucket } from '@gcd/catalog-store';
import { CliError } from '../cli-error.js';
import { withNats } from '../nats.js';

// Timeout in milliseconds. It is long because a NATS cluster elects a leader for each new stream before it accepts
// writes.
const NATS_TIMEOUT_MS = 15_000;

/**
 * Runs work with the store of catalog files: an S3 bucket if `CATALOGS_S3_URL` is set, otherwise NATS.
 * @throws CliError if a setting is missing or invalid
 */
export async function withCatalogStore<Result>(
  work: (store: CatalogStore) => Promise<Result>,
): Promise<Result> {
  const replicas = readReplicas();
  if (process.env.CATALOGS_S3_URL) return work(await bucketAt(process.env.CATALOGS_S3_URL));
  return withNats(async (nats) => {
    const store = new NatsCatalogStore(nats, { replicas, timeoutMs: NATS_TIMEOUT_MS });
    const result = await work(store);
    await store.replicate();
    return result;
  });
}

function bucketAt(url: string): Promise<CatalogStore> {
  if (!URL.canParse(url)) {
    throw new CliError('CATALOGS_S3_URL must be a URL such as https://s3.example.com/catalogs');
  }
  return openBucket({
    CATALOGS_S3_URL: url,
    AWS_REGION: process.env.AWS_REGION || 'us-east-1',
  });
}

function readReplicas(): number {
  const text = process.env.CATALOG_REPLICAS || '1';
  if (!/^[1-5]$/.test(text))
    throw new CliError('CATALOG_REPLICAS must be a whole number from 1 to 5.');
  return Number(text);
}
