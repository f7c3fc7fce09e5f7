import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Health } from './health.js';
import { LOGGER, type Logger } from './log.js';
import { dependencyFailures } from './metrics.js';

const TRY_AGAIN_MS = 1000;

/**
 * What a process needs from outside. The process is ready only after it has used each dependency once, so that a rollout
 * with wrong credentials stops at the first instance.
 */
@Injectable()
export class Dependencies implements OnApplicationShutdown {
  private isStopping = false;

  constructor(
    private readonly health: Health,
    @Inject(LOGGER) private readonly log: Logger,
  ) {}

  /**
   * Uses a dependency until it works once. Each failure is logged and counted.
   * @param dependency its name in logs and metrics
   */
  require(dependency: string, use: () => Promise<unknown>): void {
    let isUsable = false;
    this.health.require(() => isUsable);
    dependencyFailures.inc({ dependency }, 0);
    const tryToUse = async (): Promise<void> => {
      while (!this.isStopping && !isUsable) {
        try {
          await use();
          isUsable = true;
        } catch (err) {
          dependencyFailures.inc({ dependency });
          this.log.error({ err }, `cannot use the ${dependency}; this instance is not ready`);
          await pause(TRY_AGAIN_MS, undefined, { ref: false });
        }
      }
    };
    void tryToUse();
  }

  onApplicationShutdown(): void {
    this.isStopping = true;
  }
}
