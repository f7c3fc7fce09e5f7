import { listChanges } from '@gcd/contracts';
import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationProxy, route } from './operation-proxy.js';

@Controller()
export class ChangesController {
  constructor(private readonly operations: OperationProxy) {}

  @Get(route(listChanges))
  list(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(listChanges, request, reply);
  }
}
