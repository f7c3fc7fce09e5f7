import { DatabaseModule } from '@gcd/database/module';
import { ServicePool } from '@gcd/database/pool';
import { Levers } from '@gcd/nats/levers';
import { CONFIG, LOGGER, type Logger } from '@gcd/process';
import { Module } from '@nestjs/common';
import { CardIndex } from './card.index.js';
import { ClosestSearch } from './closest.search.js';
import type { SearchConfig } from './config.js';
import { OpenSearchIndex } from './opensearch.index.js';
import { PostgresIndex } from './postgres.index.js';
import { SearchController } from './search.controller.js';
import { SearchQueries } from './search.queries.js';
import { SearchService } from './search.service.js';
import { SetsController } from './sets.controller.js';
import { SetsQueries } from './sets.queries.js';
import { SuggestService } from './suggest.service.js';
import { VerificationController } from './verification/verification.controller.js';

@Module({
  imports: [DatabaseModule.forRoot('search')],
  controllers: [SearchController, SetsController, VerificationController],
  providers: [
    Levers,
    {
      provide: CardIndex,
      inject: [CONFIG, LOGGER, ServicePool],
      useFactory: ({ SEARCH_URL }: SearchConfig, log: Logger, pool: ServicePool) => {
        const postgres = new PostgresIndex(pool);
        return SEARCH_URL ? new OpenSearchIndex(SEARCH_URL, postgres, log) : postgres;
      },
    },
    SearchQueries,
    SetsQueries,
    SearchService,
    ClosestSearch,
    SuggestService,
  ],
})
export class AppModule {}
