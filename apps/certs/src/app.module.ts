import { ServicePool } from '@gcd/database/pool';
import { CONFIG, type Logger } from '@gcd/service';
import { type DynamicModule, Module } from '@nestjs/common';
import { CertsController } from './certs.controller.js';
import { CertsQueries } from './certs.queries.js';
import type { CertsConfig } from './config.js';

/** The certs service: certs, their populations and images, and authentication records. */
@Module({})
export class AppModule {
  static with(config: CertsConfig, log: Logger): DynamicModule {
    const pool = new ServicePool(
      config.DATABASE_URL,
      'certs',
      (error) => log.warn({ err: error }, 'an idle database connection was lost'),
      config.DATABASE_READ_URL,
    );
    return {
      module: AppModule,
      controllers: [CertsController],
      providers: [
        CertsQueries,
        { provide: CONFIG, useValue: config },
        { provide: ServicePool, useValue: pool },
      ],
    };
  }
}
