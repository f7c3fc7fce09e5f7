import { nuid } from '@nats-io/transport-node';
import type { DynamicModule, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Health, startHealthServer } from './health.js';
import { frameworkLogger, type Logger } from './log.js';
import { closeConnection, connectNats, watchConnection } from './nats/connection.js';
import { LoopbackProbe } from './nats/loopback-probe.js';
import {
  type DataVersionSource,
  OperationErrorFilter,
  OperationServer,
} from './nats/operation.server.js';
import type { Started } from './process.js';
import { within } from './within.js';

/** Timeout for finishing work in progress on shutdown. */
const SHUTDOWN_TIMEOUT_MS = 4000;

/** Optional parts of a service. */
export interface ServiceOptions {
  /** Provider that reads the data. Replies carry its data version. */
  readonly dataFrom?: Type<{ readonly dataVersion: DataVersionSource }>;
}

/**
 * Starts a service that serves operations over NATS.
 * @param name of the service, which is also its queue group
 * @param module with the controllers whose `@MessagePattern` methods handle operations
 */
export async function startService(
  name: string,
  module: DynamicModule,
  config: { readonly NATS_URL: string; readonly HEALTH_PORT: number },
  log: Logger,
  { dataFrom }: ServiceOptions = {},
): Promise<Started> {
  const state: Health = { isReady: () => false, isUnrecoverable: () => false };
  const health = await startHealthServer(config.HEALTH_PORT, state);
  const connection = await connectNats(config.NATS_URL, name, log);
  const up = watchConnection(connection);
  const server = new OperationServer(connection, name, log);
  const app = await NestFactory.createMicroservice(module, {
    strategy: server,
    logger: frameworkLogger(log),
  });
  if (dataFrom) server.dataVersion = app.get(dataFrom).dataVersion;
  app.useGlobalFilters(new OperationErrorFilter());
  await app.listen();
  const probe = new LoopbackProbe(connection, `${name}.probe.${nuid.next()}`);
  await connection.flush();
  state.isReady = () => up.isUp && !probe.isStalled;
  state.isUnrecoverable = () => probe.isStalled;
  return {
    port: health.port,
    async stop() {
      state.isReady = () => false;
      // Without a connection, no reply can be sent.
      if (up.isUp) await within(SHUTDOWN_TIMEOUT_MS, app.close());
      await closeConnection(connection, up);
      await health.close();
    },
  };
}
