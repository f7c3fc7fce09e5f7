import type { Principal } from '@gcd/auth';
import { ApiError, CATALOGS, type Operation } from '@gcd/contracts';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { principalOf, requestOf } from '../request.js';

/** Rejects requests whose key lacks the permission or the catalog that the operation needs. */
@Injectable()
export class PermissionGuard implements CanActivate {
  canActivate(context: ExecutionContext): true {
    const request = requestOf(context);
    const { parameters, params } = request;
    const error = permissionError(principalOf(request), parameters?.operation, params);
    if (error) throw error;
    return true;
  }
}

/**
 * Checks that a client has permission for an operation. Unknown catalogs need no permission, so that every client gets a
 * 404 for them.
 * @returns the error for the client; null if it has permission
 */
export function permissionError(
  { plan, catalogs }: Principal,
  operation: Operation | undefined,
  parameters: unknown,
): ApiError | null {
  const permission = operation?.permission;
  if (permission && !plan.permissions.includes(permission)) {
    return new ApiError(
      'forbidden',
      `The plan of this API key does not include the permission \`${permission}\`. Ask your provider for a plan that does; \`/v1/usage\` shows the permissions of the key.`,
      { details: { permission } },
    );
  }
  if (!operation?.isAllowlisted) return null;
  const catalog = CATALOGS.find((name) => name === (parameters as { catalog: string }).catalog);
  if (catalog === undefined || catalogs.includes(catalog)) return null;
  return new ApiError(
    'forbidden',
    `This API key may not download the catalog \`${catalog}\`. Ask your provider for access; \`/v1/catalogs\` shows which catalogs the key may download.`,
    { details: { catalog } },
  );
}
