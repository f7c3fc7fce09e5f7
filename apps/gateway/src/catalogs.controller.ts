import { downloadCatalog } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operations, route } from './operations.js';

@Controller()
export class CatalogsController {
  constructor(private readonly operations: Operations) {}

  @Get(route(downloadCatalog))
  download(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    return this.operations.answer(downloadCatalog, request, reply);
  }
}
