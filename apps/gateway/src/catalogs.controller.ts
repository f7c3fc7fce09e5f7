import type { Readable } from 'node:stream';
import { downloadCatalog } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CatalogDownloads } from './download/catalog.downloads.js';
import { route } from './operations.js';

@Controller()
export class CatalogsController {
  constructor(private readonly downloads: CatalogDownloads) {}

  @Get(route(downloadCatalog))
  download(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable | Buffer> {
    return this.downloads.answer(request, reply);
  }
}
