import { ApiKeyStore } from '@gcd/auth';
import { Admissions, PostgresQuotaStore } from '@gcd/auth/admission';
import { OPERATIONS, type Operation, serviceOf } from '@gcd/contracts';
import { DatabaseModule, poolProvider } from '@gcd/database/module';
import { ServicePool } from '@gcd/database/pool';
import { NATS, OperationClient } from '@gcd/nats/client';
import { Levers } from '@gcd/nats/levers';
import { CONFIG, LOGGER, type Logger } from '@gcd/process';
import type { NatsConnection } from '@nats-io/transport-node';
import { Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import type { GatewayConfig } from './config.js';
import { CatalogDownloads } from './downloads/catalog.downloads.js';
import { KeyInvalidations } from './guards/key-invalidations.js';
import { rateOptions } from './guards/rate.guard.js';
import { RateRecord } from './guards/rate-record.js';
import { ErrorFilter } from './http/error.filter.js';
import { CertVerification } from './operations/cert-verification.js';
import { OperationProxy } from './operations/operation-proxy.js';
import { ResponseCache } from './operations/response-cache.js';
import { ShownVersions } from './operations/shown-versions.js';
import { UsageReport } from './operations/usage-report.js';
import { Peers } from './peers.js';
import { ROUTES } from './routes.js';
import { Slots } from './slots.js';

// Key lookups use a separate connection pool, because statements that lease quota may wait for locks and would delay
// the lookups.
const KEY_POOL = Symbol('KEY_POOL');

/** Names of the services that handle operations, except the gateway, which handles some operations itself. */
const SERVICES: ReadonlySet<string> = new Set(
  Object.values<Operation>(OPERATIONS)
    .filter(({ pool }) => pool)
    .map(serviceOf),
);

/** The root module of the gateway. `routes.ts` lists all routes under `/v1` and the guards that check each request. */
@Module({
  imports: [
    DatabaseModule.forRoot('gateway'),
    ThrottlerModule.forRootAsync({ useFactory: () => rateOptions(new RateRecord()) }),
  ],
  controllers: [...ROUTES],
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    KeyInvalidations,
    Levers,
    CatalogDownloads,
    OperationProxy,
    CertVerification,
    UsageReport,
    Slots,
    poolProvider(KEY_POOL, 'gateway-keys'),
    {
      provide: ApiKeyStore,
      inject: [KEY_POOL, KeyInvalidations],
      useFactory: (pool: ServicePool, invalidations: KeyInvalidations) =>
        new ApiKeyStore(pool, invalidations),
    },
    Peers,
    {
      provide: Admissions,
      inject: [CONFIG, ServicePool, Peers, LOGGER],
      useFactory: (config: GatewayConfig, pool: ServicePool, peers: Peers, log: Logger) =>
        new Admissions(config.REDIS_URL, new PostgresQuotaStore(pool), () => peers.count, {
          redisUnavailable: (err) =>
            log.warn({ err }, 'Redis is unavailable; this gateway charges requests itself'),
          redisAvailable: () => log.info('Redis is available again and charges requests'),
          failed: (what, err) => log.error({ err }, what),
        }),
    },
    {
      provide: OperationClient,
      inject: [NATS],
      useFactory: (nats: NatsConnection) => new OperationClient(nats, SERVICES),
    },
    ShownVersions,
    {
      provide: ResponseCache,
      inject: [CONFIG],
      useFactory: (config: GatewayConfig) =>
        new ResponseCache(config.RESPONSE_CACHE_MB * 1_000_000),
    },
  ],
})
export class AppModule {}
