import { getSpecPopulation, lookupSpec } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationProxy, route } from './operation-proxy.js';

@Controller()
export class SpecsController {
  constructor(private readonly operations: OperationProxy) {}

  @Get(route(lookupSpec))
  lookup(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(lookupSpec, request, reply);
  }

  @Get(route(getSpecPopulation))
  population(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(getSpecPopulation, request, reply);
  }
}
