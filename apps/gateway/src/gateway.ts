import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiKeyStore } from '@gcd/auth';
import { Admissions } from '@gcd/auth/admission';
import {
  closeConnection,
  connectNats,
  frameworkLogger,
  Health,
  inboxOf,
  type Logger,
  LoopbackProbe,
  OpenRequests,
  OperationClient,
  ProcessModule,
  type Started,
  startHealthServer,
  within,
} from '@gcd/service';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
import { ApiKeyGuard } from './guards/api-key.guard.js';
import { KeyInvalidations } from './guards/key-invalidations.js';
import { addQuotaHeadersAndRefund } from './guards/quota-headers.js';
import { logRequests } from './http/access-log.js';
import { addHooks } from './http/hooks.js';
import { httpOptions } from './http/server.js';
import { serveDocs } from './portal/docs.js';
import { traceRequests } from './traces.js';

const SHUTDOWN_TIMEOUT_MS = 10_000;
// Timeout in milliseconds for closing a connection pool. Without it, closing would never complete if the database is
// stalled.
const CLOSE_TIMEOUT_MS = 500;

export async function startGateway(config: GatewayConfig, log: Logger): Promise<Started> {
  const health = new Health();
  const openRequests = new OpenRequests();
  const healthServer = await startHealthServer(config.HEALTH_PORT, health);
  const nats = await connectNats(config.NATS_URL, 'gateway', log);
  const probe = new LoopbackProbe(nats, inboxOf(nats));
  const app = await NestFactory.create<NestFastifyApplication>(
    ProcessModule.forRoot(AppModule, { config, log, nats }, [
      { provide: Health, useValue: health },
      { provide: OpenRequests, useValue: openRequests },
    ]),
    new FastifyAdapter(httpOptions(config, openRequests)),
    { logger: frameworkLogger(log) },
  );
  const http = app.getHttpAdapter().getInstance();
  traceRequests(http);
  addHooks(http, { config, log, keys: app.get(ApiKeyGuard), isStopping: () => !health.isServing });
  addQuotaHeadersAndRefund(http, app.get(Admissions));
  logRequests(http, log, config.ACCESS_LOG_SAMPLE_RATIO);
  await serveDocs(http, config, log);
  app.get(KeyInvalidations).removeFrom(app.get(ApiKeyStore));
  await app.listen(config.PORT, config.HOST);
  // The gateway stays ready without NATS, because its own 503 responses are more informative than those of a load
  // balancer.
  health.require(() => !probe.isStalled);
  health.isServing = true;
  health.isUnrecoverable = () => probe.isStalled;
  return {
    port: (app.getHttpServer().address() as AddressInfo).port,
    healthPort: healthServer.port,
    async stop() {
      health.isServing = false;
      // Do not close idle connections yet, because a request may be in transit on one of them. Each connection is
      // closed with its next response instead.
      await pause(config.DRAIN_SECONDS * 1000);
      const closed = app.close();
      await openRequests.idle(SHUTDOWN_TIMEOUT_MS);
      // A closing server no longer enforces timeouts, so close its connections. Otherwise, an idle client could keep
      // the server running.
      http.server.closeAllConnections();
      await within(CLOSE_TIMEOUT_MS, closed);
      await closeConnection(nats, { isUp: app.get(OperationClient).isConnected });
      await healthServer.close();
    },
  };
}
