import {
  downloadCatalog,
  downloadCatalogPopulations,
  findCerts,
  getActivity,
  getCard,
  getCardHistory,
  getCardPopulation,
  getCardPopulations,
  getCertImages,
  getCertPopulation,
  getSet,
  getSpecPopulation,
  getUsage,
  listCatalogs,
  listChanges,
  listGrades,
  listMovers,
  listSetCards,
  listSets,
  lookupCert,
  lookupCerts,
  lookupSpec,
  type OPERATIONS,
  searchSimple,
  searchStructured,
  suggestSearch,
  verifyCert,
} from '@gcd/contracts';
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

  @Endpoint(lookupCert)
  lookupCert(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(lookupCerts)
  lookupCerts(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(findCerts)
  findCerts(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(getCertPopulation)
  getCertPopulation(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(getCertImages)
  getCertImages(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(verifyCert)
  verifyCert(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.verification.handle(request, reply);
  }

  @Endpoint(getCard)
  getCard(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(getCardPopulation)
  getCardPopulation(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(getCardPopulations)
  getCardPopulations(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(getCardHistory)
  getCardHistory(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(lookupSpec)
  lookupSpec(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(getSpecPopulation)
  getSpecPopulation(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(listSets)
  listSets(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(getSet)
  getSet(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(listSetCards)
  listSetCards(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(getActivity)
  getActivity(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(listMovers)
  listMovers(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(listGrades)
  listGrades(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(searchSimple)
  searchSimple(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(searchStructured)
  searchStructured(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(suggestSearch)
  suggestSearch(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(listChanges)
  listChanges(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.proxy.handle(request, reply);
  }

  @Endpoint(listCatalogs)
  listCatalogs(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.catalogs.list(request, reply);
  }

  @Endpoint(downloadCatalog)
  downloadCatalog(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.catalogs.download('cards', request, reply);
  }

  @Endpoint(downloadCatalogPopulations)
  downloadCatalogPopulations(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.catalogs.download('populations', request, reply);
  }

  @Endpoint(getUsage)
  getUsage(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.usage.handle(request, reply);
  }

  /** Unknown paths also need a key, so that nobody can find out without a key which endpoints exist. */
  @All(['v1', 'v1/*'])
  notFound(): never {
    throw new NotFoundException();
  }
}
