import { ServicePool } from '@gcd/database/pool';
import { CONFIG, type Logger } from '@gcd/service';
import { type DynamicModule, Module } from '@nestjs/common';
import { CardsController } from './cards.controller.js';
import { CardsQueries } from './cards.queries.js';
import type { CardsConfig } from './config.js';
import { SetsController } from './sets.controller.js';
import { SetsQueries } from './sets.queries.js';
import { SpecsController } from './specs.controller.js';
import { SpecsQueries } from './specs.queries.js';

/** The cards service: cards, their populations and history, sets, movers, specs and the grade map. */
@Module({})
export class AppModule {
  static with(config: CardsConfig, log: Logger): DynamicModule {
    const pool = new ServicePool(
      config.DATABASE_URL,
      'cards',
      (error) => log.warn({ err: error }, 'an idle database connection was lost'),
      config.DATABASE_READ_URL,
    );
    return {
      module: AppModule,
      controllers: [CardsController, SetsController, SpecsController],
      providers: [
        CardsQueries,
        SetsQueries,
        SpecsQueries,
        { provide: CONFIG, useValue: config },
        { provide: ServicePool, useValue: pool },
      ],
    };
  }
}
