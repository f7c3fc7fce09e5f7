// Baseline (d), second process: a Nest microservice on NATS with a TypeORM repository.
import 'reflect-metadata';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import {
  MessagePattern,
  type MicroserviceOptions,
  Payload,
  Transport,
} from '@nestjs/microservices';
import { CertsRepository } from './certs.repository.js';
import { ormImports } from './orm.js';
import { ready } from './ready.js';

@Controller()
class CertsController {
  constructor(private readonly certs: CertsRepository) {}

  @MessagePattern('baseline.certs.find')
  find(@Payload() { grader, cert }: { grader: string; cert: string }) {
    return this.certs.find(grader, cert);
  }
}

@Module({ imports: ormImports(), controllers: [CertsController], providers: [CertsRepository] })
class AppModule {}

const app = await NestFactory.createMicroservice<MicroserviceOptions>(AppModule, {
  transport: Transport.NATS,
  options: { servers: [process.env.NATS_URL as string], queue: 'baseline-certs' },
  logger: ['error'],
});
await app.listen();
ready();
