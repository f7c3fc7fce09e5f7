import { Controller, Get } from '@nestjs/common';
import { EventLoopPressure } from './edge/event-loop-pressure.js';
import { OverloadError } from './edge/overload.js';

/** Health endpoints for load balancers and monitoring. */
@Controller('health')
export class HealthController {
  constructor(private readonly pressure: EventLoopPressure) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  ready(): { status: string } {
    if (this.pressure.isOverloaded) throw new OverloadError('overload');
    return { status: 'ok' };
  }
}
