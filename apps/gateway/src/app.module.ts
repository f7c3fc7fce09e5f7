import { ApiKeyStore } from '@gcd/auth';
import { Admissions, PostgresQuotaStore } from '@gcd/auth/admission';
import { GATEWAY_HEARTBEAT } from '@gcd/contracts';
import { ServicePool } from '@gcd/database/pool';
import { CONFIG, LOGGER, type Logger, NATS, OperationClient, Peers } from '@gcd/service';
import { DatabaseModule, poolProvider } from '@gcd/service/database';
import type { NatsConnection } from '@nats-io/transport-node';
import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { getOptionsToken, getStorageToken } from '@nestjs/throttler';
import { AdmissionGuard, WINDOW_MS } from './admission/admission.guard.js';
import { AdmissionStorage } from './admission/admission.storage.js';
import { ApiKeyGuard } from './auth/api-key.guard.js';
import { KeyInvalidations } from './auth/key-invalidations.js';
import type { GatewayConfig } from './config.js';
import { CatalogDownloads } from './downloads/catalog.downloads.js';
import { ErrorFilter } from './edge/error.filter.js';
import { NotFoundController } from './edge/not-found.controller.js';
import { Overload } from './edge/overload.js';
import { OverloadGate } from './edge/overload-gate.js';
import { HealthController } from './health.controller.js';
import { GatewayMetrics } from './metrics.js';
import { CatalogsController } from './operations/catalogs.controller.js';
import { FeedVersion } from './operations/feed-version.js';
import { OperationProxy } from './operations/operation-proxy.js';
import { ProxiedController } from './operations/proxied.controller.js';
import { ResponseCache } from './operations/response-cache.js';
import { SERVICES } from './operations/route-policy.js';
import { UsageController } from './operations/usage.controller.js';

// Key lookups use a separate connection pool, because statements that lease quota may wait for locks and would delay
// the lookups.
const KEY_POOL = Symbol('KEY_POOL');

/**
 * The root module of the gateway. Every request under `/v1` passes through ApiKeyGuard and then AdmissionGuard.
 * OperationProxy then validates the request and sends it to a service.
 */
@Module({
  imports: [DatabaseModule.forRoot('gateway')],
  controllers: [
    ProxiedController,
    CatalogsController,
    UsageController,
    HealthController,
    NotFoundController,
  ],
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useExisting: ApiKeyGuard },
    { provide: APP_GUARD, useClass: AdmissionGuard },
    // This limit is a placeholder that AdmissionGuard replaces with the limit of the client's plan.
    { provide: getOptionsToken(), useValue: [{ limit: Number.POSITIVE_INFINITY, ttl: WINDOW_MS }] },
    { provide: getStorageToken(), useClass: AdmissionStorage },
    ApiKeyGuard,
    KeyInvalidations,
    CatalogDownloads,
    OperationProxy,
    GatewayMetrics,
    OverloadGate,
    poolProvider(KEY_POOL, 'gateway-keys'),
    {
      provide: ApiKeyStore,
      inject: [KEY_POOL, KeyInvalidations],
      useFactory: (pool: ServicePool, invalidations: KeyInvalidations) =>
        new ApiKeyStore(pool, () => invalidations.subscribedSince),
    },
    {
      provide: Peers,
      inject: [NATS],
      useFactory: (nats: NatsConnection) => new Peers(nats, GATEWAY_HEARTBEAT),
    },
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
    {
      provide: ResponseCache,
      inject: [NATS, ServicePool, CONFIG],
      useFactory: (nats: NatsConnection, pool: ServicePool, config: GatewayConfig) =>
        new ResponseCache(nats, pool.dataVersion, config.RESPONSE_CACHE_MB * 1_000_000),
    },
    {
      provide: FeedVersion,
      inject: [ServicePool, Admissions],
      useFactory: (pool: ServicePool, { feedVersion }: Admissions) =>
        new FeedVersion(pool.dataVersion, feedVersion),
    },
    {
      provide: Overload,
      inject: [CONFIG],
      useFactory: (config: GatewayConfig) => new Overload(config.MAX_IN_FLIGHT),
    },
  ],
})
export class AppModule {}
