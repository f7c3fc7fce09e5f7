import { listChanges } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Operations, route } from './operations.js';

@Controller()
export class ChangesController {
  constructor(private readonly operations: Operations) {}

  @Get(route(listChanges))
  list(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.answer(listChanges, request, reply);
  }
}
