import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import compress from '@fastify/compress';
import { ApiKeyStore } from '@gcd/auth';
import { Admissions } from '@gcd/auth/admission';
import {
  acceptInParallel,
  closeConnection,
  ConnectionLimit,
  Connections,
  connectNats,
  frameworkLogger,
  Health,
  inboxOf,
  type Logger,
  LoopbackProbe,
  OperationClient,
  ProcessModule,
  type Started,
  startHealthServer,
  within,
} from '@gcd/service';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { addQuotaHeadersAndRefund } from './admission/admission.headers.js';
import { AppModule } from './app.module.js';
import { ApiKeyGuard } from './auth/api-key.guard.js';
import { KeyInvalidations } from './auth/key-invalidations.js';
import type { GatewayConfig } from './config.js';
import { MIN_COMPRESSED } from './edge/envelope.js';
import { EventLoopPressure } from './edge/event-loop-pressure.js';
import { httpOptions, prepareHttp } from './edge/http.js';
import { OverloadGate } from './edge/overload-gate.js';
import { serveDocs } from './portal/docs.js';
import { traceRequests } from './traces.js';

// Matches the content types to compress. Catalogs are excluded, because they are stored compressed.
const COMPRESSED_TYPES = /^text\/(?!csv)|[/+]json\b|javascript/;
const SHUTDOWN_TIMEOUT_MS = 10_000;
// Timeout in milliseconds for closing a connection pool. Without it, closing would never complete if the database is
// stalled.
const CLOSE_TIMEOUT_MS = 500;

export async function startGateway(config: GatewayConfig, log: Logger): Promise<Started> {
  const health = new Health();
  let stopping = false;
  const connections = new Connections(config.UNREAD_RESPONSES_MB * 1_000_000);
  const healthServer = await startHealthServer(config.HEALTH_PORT, health);
  const nats = await connectNats(config.NATS_URL, 'gateway', log);
  const probe = new LoopbackProbe(nats, inboxOf(nats));
  const pressure = new EventLoopPressure(config.MAX_EVENT_LOOP_LAG_MS, (isOverloaded) => {
    // During overload, close almost every new connection, so that load balancers choose another gateway.
    connectionLimit.max = isOverloaded ? 1 : config.MAX_CONNECTIONS;
    log.warn({ lagMs: Math.round(pressure.lagMs), isOverloaded }, 'event-loop lag');
  });
  const app = await NestFactory.create<NestFastifyApplication>(
    ProcessModule.forRoot(AppModule, { config, log, nats }, [
      { provide: Health, useValue: health },
      { provide: Connections, useValue: connections },
      { provide: EventLoopPressure, useValue: pressure },
    ]),
    new FastifyAdapter(
      httpOptions(
        config,
        connections,
        // While stopping, every response must close its connection, which a hook does.
        (request, response) => !stopping && gate.rejects(request, response),
      ),
    ),
    { logger: frameworkLogger(log) },
  );
  const gate: OverloadGate = app.get(OverloadGate);
  const http = app.getHttpAdapter().getInstance();
  const connectionLimit = new ConnectionLimit(http.server, config.MAX_CONNECTIONS);
  traceRequests(http);
  prepareHttp(http, {
    connections,
    config,
    log,
    isStopping: () => stopping,
    keys: app.get(ApiKeyGuard),
    rejectionLog: gate.rejectionLog,
  });
  addQuotaHeadersAndRefund(http, app.get(Admissions));
  await serveDocs(http, config, log);
  app.get(KeyInvalidations).removeFrom(app.get(ApiKeyStore));
  await app.register(compress, {
    threshold: MIN_COMPRESSED,
    encodings: ['gzip'],
    customTypes: COMPRESSED_TYPES,
    // Requests have no body, so nothing needs to be decompressed.
    globalDecompression: false,
  });
  await app.listen(config.PORT, config.HOST);
  const listeners = await acceptInParallel(http.server).catch((error: Error) => {
    log.warn({ err: error }, 'cannot accept connections in parallel; accepting them one at a time');
    return [];
  });
  pressure.start();
  // The gateway stays ready without NATS, because its own 503 responses are more informative than those of a load
  // balancer.
  health.isReady = () => !stopping && !pressure.isOverloaded && !probe.isStalled;
  health.isUnrecoverable = () => probe.isStalled;
  return {
    port: (app.getHttpServer().address() as AddressInfo).port,
    healthPort: healthServer.port,
    async stop() {
      stopping = true;
      pressure.stop();
      // Do not close idle connections yet, because a request may be in transit on one of them. Each connection is
      // closed with its next response instead.
      await pause(config.DRAIN_SECONDS * 1000);
      const closed = app.close();
      for (const listener of listeners) listener.close();
      await connections.idle(SHUTDOWN_TIMEOUT_MS);
      // A closing server no longer enforces timeouts, so close its connections. Otherwise, an idle client could keep
      // the server running.
      http.server.closeAllConnections();
      await within(CLOSE_TIMEOUT_MS, closed);
      await closeConnection(nats, { isUp: app.get(OperationClient).isConnected });
      await healthServer.close();
    },
  };
}
