import { readFileSync } from 'node:fs';
import {
  type CanActivate,
  type DynamicModule,
  type ExecutionContext,
  Injectable,
  type Provider,
  UnauthorizedException,
} from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { ThrottlerGuard, ThrottlerModule } from '@nestjs/throttler';

const keys = new Set(readFileSync(process.env.KEYS_FILE as string, 'utf8').split('\n'));

/** Checks API keys. All keys are in memory, which gives the baseline an advantage over a lookup in a table. */
@Injectable()
class ApiKeyGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const key = context.switchToHttp().getRequest().headers['x-api-key'];
    if (!keys.has(key)) throw new UnauthorizedException();
    return true;
  }
}

@Injectable()
class KeyThrottlerGuard extends ThrottlerGuard {
  protected override async getTracker(request: {
    headers: Record<string, string>;
  }): Promise<string> {
    return request.headers['x-api-key'] ?? '';
  }
}

/** Guards of the Nest baselines. They check the API key, and enforce a limit per key with a counter in memory. */
export const guards: Provider[] = [
  { provide: APP_GUARD, useClass: ApiKeyGuard },
  { provide: APP_GUARD, useClass: KeyThrottlerGuard },
];

export const guardImports = (): DynamicModule[] => [
  ThrottlerModule.forRoot([{ ttl: 1000, limit: 1_000_000 }]),
];
