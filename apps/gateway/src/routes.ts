import { OPERATIONS, type Operation } from '@gcd/contracts';
import {
  All,
  applyDecorators,
  Controller,
  NotFoundException,
  Req,
  Res,
  type Type,
  UseGuards,
} from '@nestjs/common';
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

/** Operations that the gateway handles itself or completes. A service handles all others. */
const {
  verifyCert,
  listCatalogs,
  downloadCatalog,
  downloadCatalogPopulations,
  getUsage,
  ...PROXIED
} = OPERATIONS;

const Reply = (): ParameterDecorator => Res({ passthrough: true });

/** A controller of routes under `/v1`. The guards check a request in the order in which they are listed. */
const ApiController = (): ClassDecorator =>
  applyDecorators(Controller(), UseGuards(ApiKeyGuard, RateGuard, PermissionGuard, QuotaGuard));

/** Creates the controller of an operation that a service handles. */
function proxyController(operation: Operation): Type {
  @ApiController()
  class ProxyController {
    constructor(private readonly proxy: OperationProxy) {}

    @Endpoint(operation)
    handle(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
      return this.proxy.handle(request, reply);
    }
  }
  return ProxyController;
}

@ApiController()
class Routes {
  constructor(
    private readonly catalogs: CatalogDownloads,
    private readonly verification: CertVerification,
    private readonly usage: UsageReport,
  ) {}

  @Endpoint(verifyCert)
  verifyCert(@Req() request: ApiRequest, @Reply() reply: FastifyReply) {
    return this.verification.handle(request, reply);
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

/** The controllers of all routes under `/v1`. */
export const ROUTES: readonly Type[] = [
  ...Object.values<Operation>(PROXIED).map(proxyController),
  Routes,
];
