import {
  downloadCatalog,
  downloadCatalogPopulations,
  getUsage,
  listCatalogs,
  OPERATIONS,
  type Operation,
} from '@gcd/contracts';
import { Controller } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OperationProxy } from './operation-proxy.js';
import { OperationRoute } from './operation-route.js';

/** Operations that are handled by other controllers. */
const OTHERS: readonly Operation[] = [
  downloadCatalog,
  downloadCatalogPopulations,
  getUsage,
  listCatalogs,
];

/** Handles the operations that the gateway only forwards to a service. Each operation has a method of the same name. */
@Controller()
export class ProxiedController {
  constructor(readonly operations: OperationProxy) {}
}

for (const [name, operation] of Object.entries<Operation>(OPERATIONS)) {
  if (OTHERS.includes(operation)) continue;
  const value = function (
    this: ProxiedController,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<string | Buffer> {
    return this.operations.handle(operation, request, reply);
  };
  Object.defineProperty(ProxiedController.prototype, name, { value });
  OperationRoute(operation)(ProxiedController.prototype, name, { value });
}
