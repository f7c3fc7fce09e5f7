import { CatalogStore } from '@gcd/catalog-store';
import { CONFIG, CursorKeys, connectNats, LOGGER, type Logger } from '@gcd/service';
import { Module } from '@nestjs/common';
import { CatalogReader } from './catalog.reader.js';
import { CatalogsController } from './catalogs.controller.js';
import type { CatalogsConfig } from './config.js';

/** The catalogs service: CSV files with every card of a catalog. */
@Module({
  controllers: [CatalogsController],
  providers: [
    CatalogReader,
    {
      // A separate connection to NATS, so that large reads never delay replies.
      provide: CatalogStore,
      inject: [CONFIG, LOGGER],
      useFactory: async ({ NATS_URL }: CatalogsConfig, log: Logger) =>
        new CatalogStore(await connectNats(NATS_URL, 'catalogs-store', log)),
    },
    {
      provide: CursorKeys,
      inject: [CONFIG],
      useFactory: (config: CatalogsConfig) => config.CURSOR_KEYS_FILE,
    },
  ],
})
export class AppModule {}
