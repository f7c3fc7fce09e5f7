import { setTimeout as pause } from 'node:timers/promises';
import {
  checkedBy,
  frameworkLogger,
  Health,
  type Logger,
  ProcessModule,
  processConfig,
  runProcess,
  type Started,
  startHealthServer,
} from '@gcd/process';
import { nuid } from '@nats-io/transport-node';
import { Catch, type RpcExceptionFilter, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Observable, throwError } from 'rxjs';
import type { z } from 'zod';
import { natsAddress } from './address.js';
import { closeConnection, connectNats, NATS, watchConnection } from './connection.js';
import { LoopbackProbe } from './loopback-probe.js';
import { OperationServer } from './operation.server.js';

/** Timeout in milliseconds for finishing work in progress on shutdown. */
const SHUTDOWN_TIMEOUT_MS = 4000;

/** Environment variables of all processes that connect to NATS. */
export const serviceConfig = processConfig.extend({
  NATS_URL: checkedBy(natsAddress).describe(
    'Servers of NATS: `nats://user:password@host:4222`, or several, separated by commas; `tls:` for TLS.',
  ),
});

/** Runs the process of a service. See {@link startService}. */
export function runService<Schema extends z.ZodType<z.infer<typeof serviceConfig>>>(
  name: string,
  schema: Schema,
  module: Type,
): Promise<void> {
  return runProcess(name, schema, (config, log) => startService(name, module, config, log));
}

/**
 * Starts a service that serves operations over NATS.
 * @param name name of the service and of its queue group
 * @param module module with the controllers whose methods handle operations
 */
export async function startService(
  name: string,
  module: Type,
  config: { readonly NATS_URL: string; readonly HEALTH_PORT: number },
  log: Logger,
): Promise<Started> {
  const health = new Health(log);
  const healthServer = await startHealthServer(config.HEALTH_PORT, health);
  const connection = await connectNats(config.NATS_URL, name, log);
  const up = watchConnection(connection);
  const server = new OperationServer(connection, name, log);
  const app = await NestFactory.createMicroservice(
    ProcessModule.forRoot(module, { config, log, health }, [
      { provide: NATS, useValue: connection },
    ]),
    { strategy: server, logger: frameworkLogger(log) },
  );
  app.useGlobalFilters(new OperationErrorFilter());
  await app.listen();
  const probe = new LoopbackProbe(connection, `${name}.probe.${nuid.next()}`);
  await connection.flush();
  health.require(() => up.isUp);
  health.requireToLive(() => !probe.isStalled);
  health.started();
  return {
    port: healthServer.port,
    healthPort: healthServer.port,
    async stop() {
      health.stopping();
      // Without a connection, the service cannot send replies, so do not wait for requests in flight.
      if (up.isUp) await Promise.race([app.close(), pause(SHUTDOWN_TIMEOUT_MS)]);
      await closeConnection(connection, up);
      await healthServer.close();
    },
  };
}

/** Passes the exceptions of handlers to `OperationServer` unchanged. */
@Catch()
class OperationErrorFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
