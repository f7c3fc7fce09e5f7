import { type CatalogStore, NatsCatalogStore, openBucket, storedName } from '@gcd/catalog-store';
import { CursorKeys } from '@gcd/cursors';
import { connectNats } from '@gcd/nats/client';
import { CONFIG, Health, LOGGER, type Logger } from '@gcd/process';
import { Module } from '@nestjs/common';
import { CATALOG_STORE, CatalogReader } from './catalog.reader.js';
import { CatalogsController } from './catalogs.controller.js';
import type { CatalogsConfig } from './config.js';

/** The catalogs service: CSV files with every card of a catalog. */
@Module({
  controllers: [CatalogsController],
  providers: [
    CatalogReader,
    {
      provide: CATALOG_STORE,
      inject: [CONFIG, LOGGER, Health],
      useFactory: openStore,
    },
    {
      provide: CursorKeys,
      inject: [CONFIG],
      useFactory: (config: CatalogsConfig) => config.CURSOR_KEYS_FILE,
    },
  ],
})
export class AppModule {}

async function openStore(
  config: CatalogsConfig,
  log: Logger,
  health: Health,
): Promise<CatalogStore> {
  const { CATALOGS_S3_URL, NATS_URL } = config;
  if (CATALOGS_S3_URL) {
    const store = await openBucket({ ...config, CATALOGS_S3_URL });
    health.requireUseOf('bucket', () => store.versions(storedName('psa', 'cards')));
    return store;
  }
  // Use a separate connection to NATS for catalog data, so that large reads never delay replies.
  return new NatsCatalogStore(await connectNats(NATS_URL, 'catalogs-store', log));
}
