import { Health } from '@gcd/service';
import { Controller, Get } from '@nestjs/common';
import { OverloadError } from './edge/overload.js';

@Controller('health')
export class HealthController {
  constructor(private readonly health: Health) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  ready(): { status: string } {
    if (!this.health.isReady()) throw new OverloadError('overload');
    return { status: 'ok' };
  }
}
