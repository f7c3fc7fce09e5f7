import { searchSimple, searchStructured, suggestSearch } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operations, route } from './operations.js';

@Controller()
export class SearchController {
  constructor(private readonly operations: Operations) {}

  @Get(route(searchSimple))
  simple(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(searchSimple, request, reply);
  }

  @Get(route(searchStructured))
  structured(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(searchStructured, request, reply);
  }

  @Get(route(suggestSearch))
  suggest(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(suggestSearch, request, reply);
  }
}
