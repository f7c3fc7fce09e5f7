import { ServicePool } from '@gcd/database/pool';
import { registerGauge, CursorKeys, type Logger } from '@gcd/service';
import { type DynamicModule, Module } from '@nestjs/common';
import { ChangesController } from './changes.controller.js';
import { ChangesQueries, FEED_POSITION } from './changes.queries.js';
import type { ChangesConfig } from './config.js';

/** The changes service: the change feed of cards. */
@Module({})
export class AppModule {
  static with(config: ChangesConfig, log: Logger): DynamicModule {
    const pool = new ServicePool(config.DATABASE_URL, 'changes', (error) =>
      log.warn({ err: error }, 'an idle database connection was lost'),
    );
    registerGauge('gcd_feed_position', 'Last sequence number of the change feed.', async () => {
      const [row] = await pool.rows<{ seq: number }>(FEED_POSITION);
      return row?.seq ?? null;
    });
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
