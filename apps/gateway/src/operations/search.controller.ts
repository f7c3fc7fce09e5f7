import { searchSimple, searchStructured, suggestSearch } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationProxy, route } from './operation-proxy.js';

@Controller()
export class SearchController {
  constructor(private readonly operations: OperationProxy) {}

  @Get(route(searchSimple))
  simple(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(searchSimple, request, reply);
  }

  @Get(route(searchStructured))
  structured(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(searchStructured, request, reply);
  }

  @Get(route(suggestSearch))
  suggest(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(suggestSearch, request, reply);
  }
}
