import { CatalogStore } from '@gcd/catalog-store';
import { CursorKeys } from '@gcd/service';
import type { NatsConnection } from '@nats-io/transport-node';
import { type DynamicModule, Module } from '@nestjs/common';
import { CatalogReader } from './catalog.reader.js';
import { CatalogsController } from './catalogs.controller.js';

/** The catalogs service: CSV files with every card of a catalog. */
@Module({})
export class AppModule {
  /** @param nats a separate connection for the object store, so that large reads never delay replies */
  static with(nats: NatsConnection, keys: CursorKeys): DynamicModule {
    return {
      module: AppModule,
      controllers: [CatalogsController],
      providers: [
        CatalogReader,
        { provide: CatalogStore, useValue: new CatalogStore(nats) },
        { provide: CursorKeys, useValue: keys },
      ],
    };
  }
}
