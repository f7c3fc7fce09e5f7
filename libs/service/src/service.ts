import { nuid } from '@nats-io/transport-node';
import type { DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type Health, startHealthServer } from './health.js';
import { frameworkLogger, type Logger } from './log.js';
import { connectNats, watchConnection } from './nats/connection.js';
import { Hearing } from './nats/hearing.js';
import { OperationErrorFilter, OperationServer } from './nats/operation.server.js';
import type { Started } from './process.js';

/**
 * Starts a service that answers operations over NATS.
 * @param name of the service, which is also its queue group
 * @param module with the controllers whose `@MessagePattern` methods answer
 */
export async function startService(
  name: string,
  module: DynamicModule,
  config: { readonly NATS_URL: string; readonly HEALTH_PORT: number },
  log: Logger,
): Promise<Started> {
  const state: Health = { isReady: () => false, isLost: () => false };
  const health = await startHealthServer(config.HEALTH_PORT, state);
  const connection = await connectNats(config.NATS_URL, name, log);
  const up = watchConnection(connection);
  const app = await NestFactory.createMicroservice(module, {
    strategy: new OperationServer(connection, name, log),
    logger: frameworkLogger(log),
  });
  app.useGlobalFilters(new OperationErrorFilter());
  await app.listen();
  const hearing = new Hearing(connection, `${name}.hearing.${nuid.next()}`);
  await connection.flush();
  state.isReady = () => up.isUp && !hearing.isDeaf;
  state.isLost = () => hearing.isDeaf;
  return {
    port: health.port,
    async stop() {
      state.isReady = () => false;
      await app.close();
      await connection.drain();
      await health.close();
    },
  };
}
