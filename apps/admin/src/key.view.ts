import type { ApiKeyEntity } from '@gcd/database';

/** Formats a key for listings, without its secret. */
export function keyView(key: ApiKeyEntity) {
  return {
    id: key.id,
    name: key.name,
    account: key.account.id,
    plan: key.account.plan.name,
    catalogs: key.catalogs,
    created: key.createdAt.toISOString(),
    expires: key.expiresAt?.toISOString() ?? null,
    status: statusOf(key),
  };
}

function statusOf(key: ApiKeyEntity): 'disabled' | 'expired' | 'active' {
  if (key.disabledAt) return 'disabled';
  return key.expiresAt && key.expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}
