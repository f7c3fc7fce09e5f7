import { ApiKeyStore } from '@gcd/auth';
import { Admissions, PostgresQuotaStore } from '@gcd/auth/admission';
import { ServicePool } from '@gcd/database/pool';
import { GATEWAY_HEARTBEAT } from '@gcd/contracts';
import { type Logger, OperationClient, Peers } from '@gcd/service';
import type { NatsConnection } from '@nats-io/transport-node';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { ThrottlerModule } from '@nestjs/throttler';
import { AdmissionGuard, WINDOW_MS } from './admission/admission.guard.js';
import { AdmissionStorage } from './admission/admission.storage.js';
import { KeyInvalidations } from './auth/key-invalidations.js';
import { ApiKeyGuard } from './auth/api-key.guard.js';
import { CardsController } from './operations/cards.controller.js';
import { CatalogsController } from './operations/catalogs.controller.js';
import { CertsController } from './operations/certs.controller.js';
import { ChangesController } from './operations/changes.controller.js';
import { GATEWAY_CONFIG, type GatewayConfig } from './config.js';
import { CatalogDownloads } from './downloads/catalog.downloads.js';
import { EventLoopPressure } from './edge/event-loop-pressure.js';
import { Overload } from './edge/overload.js';
import { ErrorFilter } from './edge/error.filter.js';
import { GradesController } from './operations/grades.controller.js';
import { HealthController } from './health.controller.js';
import { OperationProxy } from './operations/operation-proxy.js';
import { ResponseCache } from './operations/response-cache.js';
import { SERVICES } from './operations/route-policy.js';
import { SearchController } from './operations/search.controller.js';
import { SetsController } from './operations/sets.controller.js';
import { SpecsController } from './operations/specs.controller.js';
import { NotFoundController } from './edge/not-found.controller.js';
import { UsageController } from './operations/usage.controller.js';

const KEY_POOL = Symbol('KEY_POOL');

/**
 * The root module of the gateway. Every request under `/v1` passes the guards below in order, then routing
 * and parameter validation (OperationProxy), and then goes to a service.
 */
@Module({})
export class AppModule {
  static with(
    config: GatewayConfig,
    nats: NatsConnection,
    pressure: EventLoopPressure,
    log: Logger,
  ): DynamicModule {
    const poolOf = (name: string): ServicePool =>
      new ServicePool(config.DATABASE_URL, name, (error) =>
        log.warn({ err: error }, 'an idle database connection was lost'),
      );
    const pool = poolOf('gateway');
    // Leases use a separate pool, because they may wait for locks and must not delay key lookups.
    const keyPool = poolOf('gateway-keys');
    const peers = new Peers(nats, GATEWAY_HEARTBEAT);
    const announcements = new KeyInvalidations(nats);
    const admissions = new Admissions(
      config.REDIS_URL,
      new PostgresQuotaStore(pool),
      () => peers.count,
      {
        redisUnavailable: (err) =>
          log.warn({ err }, 'Redis is unavailable; this gateway charges requests itself'),
        redisAvailable: () => log.info('Redis is available again and charges requests'),
        failed: (what, err) => log.error({ err }, what),
      },
    );
    return {
      module: AppModule,
      imports: [
        ThrottlerModule.forRoot({
          // The limit depends on the plan, so AdmissionGuard sets it.
          throttlers: [{ limit: Number.POSITIVE_INFINITY, ttl: WINDOW_MS }],
          storage: new AdmissionStorage(admissions),
        }),
      ],
      controllers: [
        CertsController,
        CardsController,
        SetsController,
        SpecsController,
        GradesController,
        SearchController,
        ChangesController,
        CatalogsController,
        UsageController,
        HealthController,
        NotFoundController,
      ],
      providers: [
        { provide: APP_GUARD, useExisting: ApiKeyGuard },
        { provide: APP_GUARD, useClass: AdmissionGuard },
        OperationProxy,
        {
          provide: CatalogDownloads,
          inject: [OperationProxy, OperationClient],
          useFactory: (operations: OperationProxy, client: OperationClient) =>
            new CatalogDownloads(operations, client, log),
        },
        ApiKeyGuard,
        { provide: OperationClient, useValue: new OperationClient(nats, SERVICES) },
        {
          provide: ResponseCache,
          useValue: new ResponseCache(nats, pool.dataVersion, config.RESPONSE_CACHE_MB * 1_000_000),
        },
        { provide: EventLoopPressure, useValue: pressure },
        {
          provide: Overload,
          useValue: new Overload(config.MAX_IN_FLIGHT, () => pressure.lagMs),
        },
        { provide: GATEWAY_CONFIG, useValue: config },
        { provide: KeyInvalidations, useValue: announcements },
        {
          provide: ApiKeyStore,
          useValue: new ApiKeyStore(keyPool, () => announcements.subscribedSince),
        },
        { provide: Admissions, useValue: admissions },
        { provide: Peers, useValue: peers },
        { provide: ServicePool, useValue: pool },
        { provide: KEY_POOL, useValue: keyPool },
        { provide: APP_FILTER, useValue: new ErrorFilter(log) },
      ],
    };
  }
}
