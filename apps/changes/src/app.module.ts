import { ServicePool } from '@gcd/database/pool';
import type { Logger } from '@gcd/service';
import { type DynamicModule, Module } from '@nestjs/common';
import { ChangesController } from './changes.controller.js';
import { ChangesQueries } from './changes.queries.js';
import type { ChangesConfig } from './config.js';
import { CursorKeys } from './cursor.js';

/** The changes service: the feed of cards whose population changed. */
@Module({})
export class AppModule {
  static with(config: ChangesConfig, log: Logger): DynamicModule {
    const pool = new ServicePool(config.DATABASE_URL, 'changes', (error) =>
      log.warn({ err: error }, 'a database connection broke'),
    );
    return {
      module: AppModule,
      controllers: [ChangesController],
      providers: [
        ChangesQueries,
        { provide: CursorKeys, useValue: config.CURSOR_KEYS_FILE },
        { provide: ServicePool, useValue: pool },
      ],
    };
  }
}
