import type { Readable } from 'node:stream';
import {
  type CatalogRow,
  downloadCatalog,
  downloadCatalogPopulations,
  listCatalogs,
} from '@gcd/contracts';
import { Controller } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type AuthenticatedRequest, principalOf } from '../auth/api-key.guard.js';
import { CatalogDownloads } from '../downloads/catalog.downloads.js';
import { toText } from '../edge/envelope.js';
import { OperationProxy } from './operation-proxy.js';
import { OperationRoute } from './operation-route.js';

@Controller()
export class CatalogsController {
  constructor(
    private readonly operations: OperationProxy,
    private readonly downloads: CatalogDownloads,
  ) {}

  @OperationRoute(listCatalogs)
  list(request: AuthenticatedRequest, reply: FastifyReply): Promise<string | Buffer> {
    const { catalogs } = principalOf(request);
    return this.operations.handle(listCatalogs, request, reply, (payload) => {
      const rows: Omit<CatalogRow, 'allowed'>[] = JSON.parse(toText(payload));
      return JSON.stringify(
        rows.map((row): CatalogRow => ({ ...row, allowed: catalogs.includes(row.catalog) })),
      );
    });
  }

  @OperationRoute(downloadCatalog)
  download(request: FastifyRequest, reply: FastifyReply): Promise<Readable | Buffer> {
    return this.downloads.handle(downloadCatalog, request, reply);
  }

  @OperationRoute(downloadCatalogPopulations)
  downloadPopulations(request: FastifyRequest, reply: FastifyReply): Promise<Readable | Buffer> {
    return this.downloads.handle(downloadCatalogPopulations, request, reply);
  }
}
