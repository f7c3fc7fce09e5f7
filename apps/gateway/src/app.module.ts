import { ApiKeyStore } from '@gcd/auth';
import { ReadPool } from '@gcd/database/pool';
import { type Logger, OperationClient } from '@gcd/service';
import type { NatsConnection } from '@nats-io/transport-node';
import { type DynamicModule, Module } from '@nestjs/common';
import { APP_FILTER } from '@nestjs/core';
import { ApiKeyGuard } from './api-key.guard.js';
import { CardsController } from './cards.controller.js';
import { CatalogsController } from './catalogs.controller.js';
import { CertsController } from './certs.controller.js';
import { ChangesController } from './changes.controller.js';
import type { GatewayConfig } from './config.js';
import { ErrorFilter } from './error.filter.js';
import { GradesController } from './grades.controller.js';
import { HealthController } from './health.controller.js';
import { Operations } from './operations.js';
import { SearchController } from './search.controller.js';
import { SpecsController } from './specs.controller.js';
import { UnknownController } from './unknown.controller.js';

/** The gateway. A call is checked in this order: key (ApiKeyGuard), route, parameters (Operations), then the service is asked. */
@Module({})
export class AppModule {
  static with(config: GatewayConfig, nats: NatsConnection, log: Logger): DynamicModule {
    const pool = new ReadPool(config.DATABASE_URL, 'gateway', (error) =>
      log.warn({ err: error }, 'a database connection broke'),
    );
    return {
      module: AppModule,
      controllers: [
        CertsController,
        CardsController,
        SpecsController,
        GradesController,
        SearchController,
        ChangesController,
        CatalogsController,
        HealthController,
        UnknownController,
      ],
      providers: [
        Operations,
        ApiKeyGuard,
        { provide: OperationClient, useValue: new OperationClient(nats) },
        { provide: ApiKeyStore, useValue: new ApiKeyStore(pool) },
        { provide: ReadPool, useValue: pool },
        { provide: APP_FILTER, useValue: new ErrorFilter(log) },
      ],
    };
  }
}
