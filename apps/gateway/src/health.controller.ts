import { ApiError } from '@gcd/contracts';
import { OperationClient } from '@gcd/service';
import { Controller, Get } from '@nestjs/common';

/** Health, for whoever runs the gateway. */
@Controller('health')
export class HealthController {
  constructor(private readonly client: OperationClient) {}

  @Get('live')
  live(): { status: string } {
    return { status: 'ok' };
  }

  @Get('ready')
  ready(): { status: string } {
    if (this.client.isConnected) return { status: 'ok' };
    throw new ApiError('internal_error', 'Not connected to the services.', { status: 503 });
  }
}
