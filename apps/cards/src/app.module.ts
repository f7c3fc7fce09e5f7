import { DatabaseModule } from '@gcd/database/module';
import { Module } from '@nestjs/common';
import { ActivityController } from './activity.controller.js';
import { ActivityQueries } from './activity.queries.js';
import { CardsController } from './cards.controller.js';
import { CardsQueries } from './cards.queries.js';
import { SetsController } from './sets.controller.js';
import { SetsQueries } from './sets.queries.js';
import { SpecsController } from './specs.controller.js';
import { SpecsQueries } from './specs.queries.js';

/** The cards service: cards, their populations and history, sets, movers, specs and the grade map. */
@Module({
  imports: [DatabaseModule.forRoot('cards')],
  controllers: [ActivityController, CardsController, SetsController, SpecsController],
  providers: [ActivityQueries, CardsQueries, SetsQueries, SpecsQueries],
})
export class AppModule {}
