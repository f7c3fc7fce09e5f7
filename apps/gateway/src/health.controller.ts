import { Health } from '@gcd/process';
import { Controller, Get, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';

@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  ready(@Res({ passthrough: true }) reply: FastifyReply): { status: string } {
    if (this.health.isReady) return { status: 'ok' };
    reply.status(503);
    return { status: 'unavailable' };
  }
}
