import { DatabaseModule } from '@gcd/database/module';
import { Levers } from '@gcd/nats/levers';
import { Module } from '@nestjs/common';
import { ClosestSearch } from './closest.search.js';
import { SearchController } from './search.controller.js';
import { SearchQueries } from './search.queries.js';
import { SearchService } from './search.service.js';
import { SuggestService } from './suggest.service.js';

@Module({
  imports: [DatabaseModule.forRoot('search')],
  controllers: [SearchController],
  providers: [Levers, SearchQueries, SearchService, ClosestSearch, SuggestService],
})
export class AppModule {}
