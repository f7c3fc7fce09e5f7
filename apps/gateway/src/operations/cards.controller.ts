import { getCard, getCardHistory, getCardPopulation, getCardPopulations } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationProxy, route } from './operation-proxy.js';

@Controller()
export class CardsController {
  constructor(private readonly operations: OperationProxy) {}

  @Get(route(getCard))
  card(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(getCard, request, reply);
  }

  @Get(route(getCardPopulations))
  populations(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(getCardPopulations, request, reply);
  }

  @Get(route(getCardPopulation))
  population(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(getCardPopulation, request, reply);
  }

  @Get(route(getCardHistory))
  history(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(getCardHistory, request, reply);
  }
}
