import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Admissions } from '@gcd/auth/admission';
import { OpenRequests } from '@gcd/http';
import {
  closeConnection,
  connectNats,
  inboxOf,
  LoopbackProbe,
  NATS,
  OperationClient,
} from '@gcd/nats/client';
import {
  frameworkLogger,
  Health,
  type Logger,
  ProcessModule,
  type Started,
  startHealthServer,
} from '@gcd/process';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
import { ApiKeyGuard } from './guards/api-key.guard.js';
import { addQuotaHeadersAndRefund } from './guards/quota-headers.js';
import { logRequests } from './http/access-log.js';
import { addHooks } from './http/hooks.js';
import { httpOptions } from './http/server.js';
import { serveDocs } from './docs.js';
import { registerMetrics } from './metrics.js';
import { traceRequests } from './traces.js';

const SHUTDOWN_TIMEOUT_MS = 10_000;
// Timeout in milliseconds for closing a connection pool. Without it, closing would never complete if the database is
// stalled.
const CLOSE_TIMEOUT_MS = 500;

export async function startGateway(config: GatewayConfig, log: Logger): Promise<Started> {
  const health = new Health(log);
  const openRequests = new OpenRequests();
  const healthServer = await startHealthServer(config.HEALTH_PORT, health);
  const nats = await connectNats(config.NATS_URL, 'gateway', log);
  const probe = new LoopbackProbe(nats, inboxOf(nats));
  const app = await NestFactory.create<NestFastifyApplication>(
    ProcessModule.forRoot(AppModule, { config, log, health }, [
      { provide: NATS, useValue: nats },
      { provide: OpenRequests, useValue: openRequests },
    ]),
    new FastifyAdapter({ ...httpOptions(config, openRequests), skipMiddie: true }),
    { logger: frameworkLogger(log) },
  );
  const http = app.getHttpAdapter().getInstance();
  traceRequests(http);
  addHooks(http, app.get(ApiKeyGuard), health, log);
  http.get('/health/live', () => ({ status: 'ok' }));
  http.get('/health/ready', (_request, reply) => {
    const { isReady } = health;
    reply.status(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable' });
  });
  addQuotaHeadersAndRefund(http, app.get(Admissions));
  registerMetrics(app);
  logRequests(http, log, config.ACCESS_LOG_SAMPLE_RATIO);
  await serveDocs(http, config, log);
  await app.listen(config.PORT, config.HOST);
  // The gateway stays ready without NATS, because its own 503 responses are more informative than those of a load
  // balancer.
  health.requireToLive(() => !probe.isStalled);
  health.started();
  return {
    port: (app.getHttpServer().address() as AddressInfo).port,
    healthPort: healthServer.port,
    async stop() {
      health.stopping();
      // Do not close idle connections yet, because a request may be in transit on one of them. Each connection is
      // closed with its next response instead.
      await pause(config.DRAIN_SECONDS * 1000);
      const closed = app.close();
      await openRequests.idle(SHUTDOWN_TIMEOUT_MS);
      // A closing server no longer enforces timeouts, so close its connections. Otherwise, an idle client could keep
      // the server running.
      http.server.closeAllConnections();
      await Promise.race([closed, pause(CLOSE_TIMEOUT_MS)]);
      await closeConnection(nats, { isUp: app.get(OperationClient).isConnected });
      await healthServer.close();
    },
  };
}
