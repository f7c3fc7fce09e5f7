import { Module } from '@nestjs/common';
import { CatalogsController } from './catalogs.controller.js';

/** The catalogs service: every card of a catalog as CSV. */
@Module({ controllers: [CatalogsController] })
export class AppModule {}
