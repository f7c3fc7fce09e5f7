import { getCard, getCardHistory, getCardPopulation, getCardPopulations } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operations, route } from './operations.js';

@Controller()
export class CardsController {
  constructor(private readonly operations: Operations) {}

  @Get(route(getCard))
  card(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(getCard, request, reply);
  }

  @Get(route(getCardPopulations))
  populations(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(getCardPopulations, request, reply);
  }

  @Get(route(getCardPopulation))
  population(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(getCardPopulation, request, reply);
  }

  @Get(route(getCardHistory))
  history(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(getCardHistory, request, reply);
  }
}
