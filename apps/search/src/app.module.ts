import { DatabaseModule } from '@gcd/database/module';
import { Levers } from '@gcd/nats/levers';
import { Module } from '@nestjs/common';
import { CardIndex } from './card.index.js';
import { ClosestSearch } from './closest.search.js';
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
    { provide: CardIndex, useClass: PostgresIndex },
    SearchQueries,
    SetsQueries,
    SearchService,
    ClosestSearch,
    SuggestService,
  ],
})
export class AppModule {}
