import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Counter } from 'prom-client';
import type { Logger } from './log.js';
import { registry } from './metrics.js';

/** Interval in milliseconds between attempts to use a dependency. */
const TRY_AGAIN_MS = 1000;

const dependencyFailures = new Counter({
  name: 'gcd_dependency_failures_total',
  help: 'Failed first uses of a dependency (database or bucket), without which the process is not ready.',
  labelNames: ['dependency'],
  registers: [registry],
});

/** The health that a process reports to probes. What the process needs registers here. */
export class Health {
  private readonly conditions: (() => boolean)[] = [];
  private readonly liveness: (() => boolean)[] = [];
  private state: 'starting' | 'serving' | 'stopping' = 'starting';

  constructor(private readonly log: Logger) {}

  /** Adds a condition without which the process is not ready. */
  require(isMet: () => boolean): void {
    this.conditions.push(isMet);
  }

  /** Adds a condition that, once it is no longer met, only a restart of the process can restore. */
  requireToLive(isMet: () => boolean): void {
    this.require(isMet);
    this.liveness.push(isMet);
  }

  /**
   * Uses a dependency until it works once, so that a rollout with wrong credentials stops at the first instance. Until
   * then, the process is not ready. Each failure is logged and counted.
   * @param dependency its name in logs and metrics
   */
  requireUseOf(dependency: string, use: () => Promise<unknown>): void {
    let isUsable = false;
    this.require(() => isUsable);
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

  /** Marks the process as started. */
  started(): void {
    this.state = 'serving';
  }

  /** Marks the process as stopping, so that it gets no more requests. */
  stopping(): void {
    this.state = 'stopping';
  }

  get isStopping(): boolean {
    return this.state === 'stopping';
  }

  get isReady(): boolean {
    return this.state === 'serving' && this.conditions.every((isMet) => isMet());
  }

  get isLive(): boolean {
    return this.liveness.every((isMet) => isMet());
  }
}

export interface HealthServer {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Serves `/health/live`, `/health/ready` (200 or 503) and `/metrics` on a separate port. The health server shares the
 * event loop with the service, so a blocked process fails its probes.
 */
export async function startHealthServer(port: number, health: Health): Promise<HealthServer> {
  const server = createServer(({ url = '' }, response) => {
    if (url === '/metrics') {
      registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
      return;
    }
    const isHealthy = { '/health/live': health.isLive, '/health/ready': health.isReady }[url];
    const status = isHealthy === undefined ? 404 : isHealthy ? 200 : 503;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: status === 200 ? 'ok' : 'unavailable' }));
  });
  await listen(server, port);
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, () => resolve());
  });
}
