import type { Readable } from 'node:stream';
import type { Principal } from '@gcd/auth';
import {
  type CatalogRow,
  downloadCatalog,
  downloadCatalogPopulations,
  listCatalogs,
} from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AuthenticatedRequest } from '../auth/api-key.guard.js';
import { CatalogDownloads } from '../downloads/catalog.downloads.js';
import { toText } from '../edge/envelope.js';
import { OperationProxy, route } from './operation-proxy.js';

@Controller()
export class CatalogsController {
  constructor(
    private readonly operations: OperationProxy,
    private readonly downloads: CatalogDownloads,
  ) {}

  @Get(route(listCatalogs))
  list(
    @Req() request: FastifyRequest & AuthenticatedRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    const { catalogs } = request.principal as Principal;
    return this.operations.handle(listCatalogs, request, reply, (payload) => {
      const rows: Omit<CatalogRow, 'allowed'>[] = JSON.parse(toText(payload));
      return JSON.stringify(
        rows.map((row): CatalogRow => ({ ...row, allowed: catalogs.includes(row.catalog) })),
      );
    });
  }

  @Get(route(downloadCatalog))
  download(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable | Buffer> {
    return this.downloads.handle(downloadCatalog, request, reply);
  }

  @Get(route(downloadCatalogPopulations))
  downloadPopulations(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable | Buffer> {
    return this.downloads.handle(downloadCatalogPopulations, request, reply);
  }
}
