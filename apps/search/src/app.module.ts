import { DatabaseModule } from '@gcd/database/module';
import { Module } from '@nestjs/common';
import { SearchController } from './search.controller.js';
import { SearchQueries } from './search.queries.js';
import { SearchService } from './search.service.js';
import { SimilarSearch } from './similar.search.js';
import { SuggestService } from './suggest.service.js';

@Module({
  imports: [DatabaseModule.forRoot('search')],
  controllers: [SearchController],
  providers: [SearchQueries, SearchService, SimilarSearch, SuggestService],
})
export class AppModule {}
