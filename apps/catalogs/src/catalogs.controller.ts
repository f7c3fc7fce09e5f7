import {
  type CatalogRow,
  type CatalogVersion,
  downloadCatalog,
  downloadCatalogPopulations,
  listCatalogs,
  type RequestOf,
  readCatalog,
} from '@gcd/contracts';
import { List } from '@gcd/service';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { CatalogReader } from './catalog.reader.js';

@Controller()
export class CatalogsController {
  constructor(private readonly reader: CatalogReader) {}

  @MessagePattern(listCatalogs.subject)
  async list(): Promise<List<Omit<CatalogRow, 'allowed'>>> {
    return List.whole(await this.reader.list());
  }

  @MessagePattern(downloadCatalog.subject)
  download({ catalog }: RequestOf<typeof downloadCatalog>): Promise<CatalogVersion[]> {
    return this.reader.versions(catalog, 'cards');
  }

  @MessagePattern(downloadCatalogPopulations.subject)
  populations({
    catalog,
  }: RequestOf<typeof downloadCatalogPopulations>): Promise<CatalogVersion[]> {
    return this.reader.versions(catalog, 'populations');
  }

  @MessagePattern(readCatalog.subject)
  read(request: RequestOf<typeof readCatalog>): Promise<Uint8Array> {
    return this.reader.read(request);
  }
}
