import { getSet, listMovers, listSetCards, listSets } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operations, route } from './operations.js';

@Controller()
export class SetsController {
  constructor(private readonly operations: Operations) {}

  @Get(route(listSets))
  list(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(listSets, request, reply);
  }

  @Get(route(getSet))
  set(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(getSet, request, reply);
  }

  @Get(route(listSetCards))
  cards(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(listSetCards, request, reply);
  }

  @Get(route(listMovers))
  movers(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(listMovers, request, reply);
  }
}
