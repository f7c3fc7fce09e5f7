import { ApiError } from '@gcd/contracts';
import { OperationClient } from '@gcd/service';
import { Controller, Get } from '@nestjs/common';
import { EventLoopPressure } from './edge/event-loop-pressure.js';
import { OverloadError } from './edge/overload.js';

/** Health, for load balancers and monitoring. */
@Controller('health')
export class HealthController {
  constructor(
    private readonly client: OperationClient,
    private readonly pressure: EventLoopPressure,
  ) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  ready(): { status: string } {
    if (this.pressure.isOverloaded) throw new OverloadError('overload');
    if (this.client.isConnected) return { status: 'ok' };
    throw new ApiError('internal_error', 'Not connected to the services.', { status: 503 });
  }
}
