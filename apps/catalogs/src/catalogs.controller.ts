import {
  type CatalogRow,
  type CatalogVersion,
  downloadCatalog,
  downloadCatalogPopulations,
  listCatalogs,
  readCatalog,
} from '@gcd/contracts/catalogs';
import type { RequestOf } from '@gcd/contracts/operation';
import { Handles, List } from '@gcd/nats';
import { Controller } from '@nestjs/common';
import { CatalogReader } from './catalog.reader.js';

@Controller()
export class CatalogsController {
  constructor(private readonly reader: CatalogReader) {}

  @Handles(listCatalogs)
  async list(): Promise<List<Omit<CatalogRow, 'allowed'>>> {
    return List.whole(await this.reader.list());
  }

  @Handles(downloadCatalog)
  download({ catalog }: RequestOf<typeof downloadCatalog>): Promise<CatalogVersion[]> {
    return this.reader.versions(catalog, 'cards');
  }

  @Handles(downloadCatalogPopulations)
  populations({
    catalog,
  }: RequestOf<typeof downloadCatalogPopulations>): Promise<CatalogVersion[]> {
    return this.reader.versions(catalog, 'populations');
  }

  @Handles(readCatalog)
  read(request: RequestOf<typeof readCatalog>): Promise<Uint8Array> {
    return this.reader.read(request);
  }
}
