import { ServicePool } from '@gcd/database/pool';
import { CONFIG, type Logger } from '@gcd/service';
import { type DynamicModule, Module } from '@nestjs/common';
import type { SearchConfig } from './config.js';
import { SearchController } from './search.controller.js';
import { SearchQueries } from './search.queries.js';
import { SearchService } from './search.service.js';
import { SimilarSearch } from './similar.search.js';
import { SuggestService } from './suggest.service.js';

/** The search service: simple and structured search, and suggestions. */
@Module({})
export class AppModule {
  static with(config: SearchConfig, log: Logger): DynamicModule {
    const pool = new ServicePool(
      config.DATABASE_URL,
      'search',
      (error) => log.warn({ err: error }, 'an idle database connection was lost'),
      config.DATABASE_READ_URL,
    );
    return {
      module: AppModule,
      controllers: [SearchController],
      providers: [
        SearchQueries,
        SearchService,
        SimilarSearch,
        SuggestService,
        { provide: CONFIG, useValue: config },
        { provide: ServicePool, useValue: pool },
      ],
    };
  }
}
