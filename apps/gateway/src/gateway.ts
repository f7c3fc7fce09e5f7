import type { AddressInfo } from 'node:net';
import { ApiKeyStore } from '@gcd/auth';
import { Admissions } from '@gcd/auth/admission';
import { connectNats, frameworkLogger, type Logger, type Started } from '@gcd/service';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { settleAdmission } from './admission.headers.js';
import { KeyAnnouncements } from './announcements.js';
import { AppModule } from './app.module.js';
import type { GatewayConfig } from './config.js';
import { httpOptions, prepareHttp } from './http.js';

/** Starts the gateway: connects, listens, and hears of keys that change. */
export async function startGateway(config: GatewayConfig, log: Logger): Promise<Started> {
  const nats = await connectNats(config.NATS_URL, 'gateway', log);
  const app = await NestFactory.create<NestFastifyApplication>(
    AppModule.with(config, nats, log),
    new FastifyAdapter(httpOptions()),
    { logger: frameworkLogger(log) },
  );
  prepareHttp(app.getHttpAdapter().getInstance(), log);
  settleAdmission(app.getHttpAdapter().getInstance(), app.get(Admissions));
  app.get(KeyAnnouncements).tell(app.get(ApiKeyStore));
  await app.listen(config.PORT, config.HOST);
  return {
    port: (app.getHttpServer().address() as AddressInfo).port,
    async stop() {
      await app.close();
      await nats.drain();
    },
  };
}
