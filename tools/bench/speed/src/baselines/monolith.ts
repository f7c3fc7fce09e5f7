// Baseline (c): a textbook monolith that uses Nest on Express, a TypeORM repository with relations, class-transformer,
// and a rate limiter in memory.
import 'reflect-metadata';
import type { Cert, GraderData } from '@gcd/contracts';
import {
  ClassSerializerInterceptor,
  Controller,
  Get,
  Injectable,
  Module,
  NotFoundException,
  Param,
  UseInterceptors,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Exclude, Expose, Type } from 'class-transformer';
import { CertsRepository } from './certs.repository.js';
import { guardImports, guards } from './guards.js';
import { ormImports } from './orm.js';
import { ready } from './ready.js';

@Exclude()
class ContextResponse {
  @Expose() grade_population!: number;
  @Expose() grade_qualifier_population?: number;
  @Expose() population_higher!: number;
  @Expose() total_population!: number;
  @Expose() gem_total?: number;
  @Expose() gem_rate?: number;

  constructor(context: object) {
    Object.assign(this, context);
  }
}

@Exclude()
class SplitResponse {
  @Expose() @Type(() => ContextResponse) auto: ContextResponse;
  @Expose() @Type(() => ContextResponse) non_auto: ContextResponse;

  constructor(split: NonNullable<GraderData['population_context_auto_split']>) {
    this.auto = new ContextResponse(split.auto);
    this.non_auto = new ContextResponse(split.non_auto);
  }
}

@Exclude()
class GraderDataResponse {
  @Expose() cert!: string;
  @Expose() grade!: string | null;
  @Expose() grade_label!: string | null;
  @Expose() set_url!: string | null;
  @Expose() @Type(() => ContextResponse) population_context!: ContextResponse | null;
  @Expose() has_auto_grade!: boolean;
  @Expose() auto_grade_label!: string | null;
  @Expose() cert_retrieval_month!: string | null;
  @Expose() spec_id?: string | null;
  @Expose() qualifier_type?: string | null;
  @Expose() @Type(() => SplitResponse) population_context_auto_split?: SplitResponse;
  @Expose() subgrades?: object;

  constructor({ population_context, population_context_auto_split, ...data }: GraderData) {
    Object.assign(this, data);
    this.population_context = population_context && new ContextResponse(population_context);
    if (population_context_auto_split) {
      this.population_context_auto_split = new SplitResponse(population_context_auto_split);
    }
  }
}

@Exclude()
class CertResponse {
  @Expose() description!: string;
  @Expose() universal_card_id!: string | null;
  @Expose() card_id!: string | null;
  @Expose() is_universal_match!: boolean;
  @Expose() card_url!: string | null;
  @Expose() grader!: string;
  @Expose() @Type(() => GraderDataResponse) grader_data: GraderDataResponse;

  constructor({ grader_data, ...cert }: Cert) {
    Object.assign(this, cert);
    this.grader_data = new GraderDataResponse(grader_data);
  }
}

@Injectable()
class CertsService {
  private requests = 0;

  constructor(private readonly certs: CertsRepository) {}

  async find(grader: string, cert: string) {
    const found = await this.certs.find(grader, cert);
    if (!found) throw new NotFoundException();
    this.requests += 1;
    return { data: new CertResponse(found), meta: { request_id: String(this.requests) } };
  }
}

@Controller('v1/certs')
@UseInterceptors(ClassSerializerInterceptor)
class CertsController {
  constructor(private readonly certs: CertsService) {}

  @Get(':grader/:cert')
  find(@Param('grader') grader: string, @Param('cert') cert: string) {
    return this.certs.find(grader, cert);
  }
}

@Module({
  imports: [...ormImports(), ...guardImports()],
  controllers: [CertsController],
  providers: [CertsService, CertsRepository, ...guards],
})
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] });
await app.listen(0, '127.0.0.1');
ready(app.getHttpServer());
