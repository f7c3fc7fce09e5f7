import { Module } from '@nestjs/common';
import { SearchController } from './search.controller.js';

/** The search service: simple and structured search. */
@Module({ controllers: [SearchController] })
export class AppModule {}
