import { getSet, listMovers, listSetCards, listSets } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationProxy, route } from './operation-proxy.js';

@Controller()
export class SetsController {
  constructor(private readonly operations: OperationProxy) {}

  @Get(route(listSets))
  list(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(listSets, request, reply);
  }

  @Get(route(getSet))
  set(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(getSet, request, reply);
  }

  @Get(route(listSetCards))
  cards(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(listSetCards, request, reply);
  }

  @Get(route(listMovers))
  movers(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(listMovers, request, reply);
  }
}
