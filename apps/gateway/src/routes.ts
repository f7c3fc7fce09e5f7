import { OPERATIONS } from '@gcd/contracts';
import { All, Controller, NotFoundException, Req, Res, UseGuards } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { CatalogDownloads } from './downloads/catalog.downloads.js';
import { Endpoint } from './endpoint.js';
import { ApiKeyGuard } from './guards/api-key.guard.js';
import { PermissionGuard } from './guards/permission.guard.js';
import { QuotaGuard } from './guards/quota.guard.js';
import { RateGuard } from './guards/rate.guard.js';
import { CertVerification } from './operations/cert-verification.js';
import { OperationProxy } from './operations/operation-proxy.js';
import { UsageReport } from './operations/usage-report.js';
import type { ApiRequest } from './request.js';

const Reply = (): ParameterDecorator => Res({ passthrough: true });

type Route = (request: ApiRequest, reply: FastifyReply) => unknown;

/** Every route under `/v1`. The guards check a request in the order in which they are listed. */
@Controller()
@UseGuards(ApiKeyGuard, RateGuard, PermissionGuard, QuotaGuard)
export class Routes implements Record<keyof typeof OPERATIONS, Route> {
  constructor(
    private readonly proxy: OperationProxy,
    private readonly catalogs: CatalogDownloads,
    private readonly verification: CertVerification,
    private readonly usage: UsageReport,
  ) {}

  @Endpoint(OPERATIONS.lookupCert)
  lookupCert(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.lookupCerts)
  lookupCerts(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.findCerts)
  findCerts(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.getCertPopulation)
  getCertPopulation(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.getCertImages)
  getCertImages(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.verifyCert)
  verifyCert(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.verification.handle(request, reply);
  }

  @Endpoint(OPERATIONS.getCard)
  getCard(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.getCardPopulation)
  getCardPopulation(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.getCardPopulations)
  getCardPopulations(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.getCardHistory)
  getCardHistory(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.lookupSpec)
  lookupSpec(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.getSpecPopulation)
  getSpecPopulation(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.listSets)
  listSets(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.getSet)
  getSet(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.listSetCards)
  listSetCards(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.getActivity)
  getActivity(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.listMovers)
  listMovers(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.listGrades)
  listGrades(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.searchSimple)
  searchSimple(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.searchStructured)
  searchStructured(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.suggestSearch)
  suggestSearch(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.listChanges)
  listChanges(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(OPERATIONS.listCatalogs)
  listCatalogs(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.catalogs.list(request, reply);
  }

  @Endpoint(OPERATIONS.downloadCatalog)
  downloadCatalog(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.catalogs.download('cards', request, reply);
  }

  @Endpoint(OPERATIONS.downloadCatalogPopulations)
  downloadCatalogPopulations(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.catalogs.download('populations', request, reply);
  }

  @Endpoint(OPERATIONS.getUsage)
  getUsage(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.usage.handle(request, reply);
  }

  /** Unknown paths also need a key, so that nobody can find out without a key which endpoints exist. */
  @All(['v1', 'v1/*'])
  notFound(): never {
    throw new NotFoundException();
  }
}
