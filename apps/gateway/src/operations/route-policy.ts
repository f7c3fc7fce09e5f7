import type { Principal } from '@gcd/auth';
import {
  ApiError,
  type Catalog,
  CATALOGS,
  downloadCatalog,
  downloadCatalogPopulations,
  OPERATIONS,
  type Operation,
  type Permission,
  serviceOf,
} from '@gcd/contracts';
import type { FastifyRequest } from 'fastify';

const BY_ROUTE: ReadonlyMap<string, Operation> = new Map(
  Object.values<Operation>(OPERATIONS).flatMap((operation) =>
    route(operation).map((path): [string, Operation] => [path, operation]),
  ),
);

/** Names of the services that handle operations, except the gateway, which handles some operations itself. */
export const SERVICES: ReadonlySet<string> = new Set(
  Object.values<Operation>(OPERATIONS)
    .map(serviceOf)
    .filter((service) => service !== 'gateway'),
);

/** Returns the paths of an operation in the router's syntax. */
export function route({ path, aliases = [] }: Operation): string[] {
  return [path, ...aliases].map((each) => each.replace(/\{(\w+)\}/g, ':$1'));
}

/** Whether a request is for an operation, as opposed to a health check or the documentation. */
export function isApiRequest(request: FastifyRequest): boolean {
  return request.routeOptions.url?.startsWith('/v1') ?? false;
}

/** Returns the operation of a request; undefined if there is no such endpoint. */
export function operationOf(request: FastifyRequest): Operation | undefined {
  return BY_ROUTE.get(request.routeOptions.url ?? '');
}

/**
 * Checks that a client has permission for an operation. Unknown catalogs need no permission, so that every client gets a
 * 404 for them.
 * @returns the error for the client; null if it has permission
 */
export function validatePermission(
  { plan, catalogs }: Principal,
  operation: Operation | undefined,
  parameters: unknown,
): ApiError | null {
  if (operation === downloadCatalog || operation === downloadCatalogPopulations) {
    const catalog = CATALOGS.find((name) => name === (parameters as { catalog: string }).catalog);
    return catalog === undefined || catalogs.includes(catalog) ? null : catalogForbidden(catalog);
  }
  const permission = operation?.permission;
  return !permission || plan.permissions.includes(permission)
    ? null
    : permissionMissing(permission);
}

function catalogForbidden(catalog: Catalog): ApiError {
  return new ApiError(
    'forbidden',
    `This API key may not download the catalog \`${catalog}\`. Ask your provider for access; \`/v1/catalogs\` shows which catalogs the key may download.`,
    { details: { catalog } },
  );
}

function permissionMissing(permission: Permission): ApiError {
  return new ApiError(
    'forbidden',
    `The plan of this API key does not include the permission \`${permission}\`. Ask your provider for a plan that does; \`/v1/usage\` shows the permissions of the key.`,
    { details: { permission } },
  );
}
