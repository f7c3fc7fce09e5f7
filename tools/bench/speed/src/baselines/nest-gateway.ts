// Baseline (d), first process: a textbook gateway that uses Nest on Fastify, a rate limiter in memory, and Nest's own
// NATS client.
import 'reflect-metadata';
import type { Cert } from '@gcd/contracts';
import { Controller, Get, Inject, Module, NotFoundException, Param } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ClientProxy, ClientsModule, Transport } from '@nestjs/microservices';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { firstValueFrom, timeout } from 'rxjs';
import { guardImports, guards } from './guards.js';
import { ready } from './ready.js';

const CERTS = Symbol('CERTS');

@Controller('v1/certs')
class CertsController {
  private requests = 0;

  constructor(@Inject(CERTS) private readonly certs: ClientProxy) {}

  @Get(':grader/:cert')
  async find(@Param('grader') grader: string, @Param('cert') cert: string) {
    const response = this.certs.send<Cert | null>('baseline.certs.find', { grader, cert });
    const data = await firstValueFrom(response.pipe(timeout(10_000)));
    if (!data) throw new NotFoundException();
    this.requests += 1;
    return { data, meta: { request_id: String(this.requests) } };
  }
}

@Module({
  imports: [
    ...guardImports(),
    ClientsModule.register([
      {
        name: CERTS,
        transport: Transport.NATS,
        options: { servers: [process.env.NATS_URL as string] },
      },
    ]),
  ],
  controllers: [CertsController],
  providers: guards,
})
class AppModule {}

const app = await NestFactory.create<NestFastifyApplication>(AppModule, new FastifyAdapter(), {
  logger: ['error'],
});
await app.listen(0, '127.0.0.1');
ready(app.getHttpServer());
