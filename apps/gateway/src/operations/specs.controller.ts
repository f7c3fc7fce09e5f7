import { getSpecPopulation, lookupSpec } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operations, route } from './operations.js';

@Controller()
export class SpecsController {
  constructor(private readonly operations: Operations) {}

  @Get(route(lookupSpec))
  lookup(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(lookupSpec, request, reply);
  }

  @Get(route(getSpecPopulation))
  population(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(getSpecPopulation, request, reply);
  }
}
