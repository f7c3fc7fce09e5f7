import { getCertImages, getCertPopulation, lookupCert, lookupCerts } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationProxy, route } from './operation-proxy.js';

@Controller()
export class CertsController {
  constructor(private readonly operations: OperationProxy) {}

  @Get(route(lookupCert))
  lookup(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(lookupCert, request, reply);
  }

  @Get(route(lookupCerts))
  lookups(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(lookupCerts, request, reply);
  }

  @Get(route(getCertPopulation))
  population(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(getCertPopulation, request, reply);
  }

  @Get(route(getCertImages))
  images(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(getCertImages, request, reply);
  }
}
