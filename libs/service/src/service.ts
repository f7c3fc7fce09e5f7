import { nuid } from '@nats-io/transport-node';
import type { Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { z } from 'zod';
import type { processConfig } from './config.js';
import { Health, startHealthServer } from './health.js';
import { frameworkLogger, type Logger } from './log.js';
import { closeConnection, connectNats, watchConnection } from './nats/connection.js';
import { LoopbackProbe } from './nats/loopback-probe.js';
import { OperationErrorFilter } from './nats/operation-error.filter.js';
import { OperationServer } from './nats/operation.server.js';
import { ProcessModule } from './process.module.js';
import { runProcess, type Started } from './process.js';
import { within } from './within.js';

/** Timeout in milliseconds for finishing work in progress on shutdown. */
const SHUTDOWN_TIMEOUT_MS = 4000;

/** Runs the process of a service. See {@link startService}. */
export function runService<Schema extends z.ZodType<z.infer<typeof processConfig>>>(
  name: string,
  schema: Schema,
  module: Type,
): Promise<void> {
  return runProcess(name, schema, (config, log) => startService(name, module, config, log));
}

/**
 * Starts a service that serves operations over NATS.
 * @param name name of the service and of its queue group
 * @param module module with the controllers whose `@MessagePattern` methods handle operations
 */
export async function startService(
  name: string,
  module: Type,
  config: { readonly NATS_URL: string; readonly HEALTH_PORT: number },
  log: Logger,
): Promise<Started> {
  const health = new Health();
  const healthServer = await startHealthServer(config.HEALTH_PORT, health);
  const connection = await connectNats(config.NATS_URL, name, log);
  const up = watchConnection(connection);
  const server = new OperationServer(connection, name, log);
  const app = await NestFactory.createMicroservice(
    ProcessModule.forRoot(module, { config, log, nats: connection }, [
      { provide: OperationServer, useValue: server },
      { provide: Health, useValue: health },
    ]),
    { strategy: server, logger: frameworkLogger(log) },
  );
  app.useGlobalFilters(new OperationErrorFilter());
  await app.listen();
  const probe = new LoopbackProbe(connection, `${name}.probe.${nuid.next()}`);
  await connection.flush();
  health.require(() => up.isUp && !probe.isStalled);
  health.isServing = true;
  health.isUnrecoverable = () => probe.isStalled;
  return {
    port: healthServer.port,
    healthPort: healthServer.port,
    async stop() {
      health.isServing = false;
      // Without a connection, the service cannot send replies, so do not wait for requests in flight.
      if (up.isUp) await within(SHUTDOWN_TIMEOUT_MS, app.close());
      await closeConnection(connection, up);
      await healthServer.close();
    },
  };
}
