import { getCertImages, getCertPopulation, lookupCert, lookupCerts } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operations, route } from './operations.js';

@Controller()
export class CertsController {
  constructor(private readonly operations: Operations) {}

  @Get(route(lookupCert))
  lookup(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(lookupCert, request, reply);
  }

  @Get(route(lookupCerts))
  lookups(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(lookupCerts, request, reply);
  }

  @Get(route(getCertPopulation))
  population(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(getCertPopulation, request, reply);
  }

  @Get(route(getCertImages))
  images(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(getCertImages, request, reply);
  }
}
