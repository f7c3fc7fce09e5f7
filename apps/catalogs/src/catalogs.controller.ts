import { type CatalogVersion, downloadCatalog, type RequestOf, readCatalog } from '@gcd/contracts';
import { Controller } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { CatalogReader } from './catalog.reader.js';

@Controller()
export class CatalogsController {
  constructor(private readonly reader: CatalogReader) {}

  @MessagePattern(downloadCatalog.subject)
  download({ catalog }: RequestOf<typeof downloadCatalog>): Promise<CatalogVersion[]> {
    return this.reader.versions(catalog);
  }

  @MessagePattern(readCatalog.subject)
  read(request: unknown): Promise<Uint8Array> {
    return this.reader.read(readCatalog.request.parse(request));
  }
}
