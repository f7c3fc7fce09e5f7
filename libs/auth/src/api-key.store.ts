import { timingSafeEqual } from 'node:crypto';
import type { Permission } from '@gcd/contracts';
import type { ServicePool } from '@gcd/database/pool';
import { LRUCache } from 'lru-cache';
import { hashApiKey, readApiKeyId } from './api-key.js';
import type { Bucket, Plan } from './plan.js';

/** Who calls. */
export interface Principal {
  /** Public id of the key: for the log. */
  readonly keyId: string;
  /** Rate and quota belong to the account. */
  readonly account: number;
  readonly plan: Plan;
  /** Catalogs that the key may download. */
  readonly catalogs: readonly string[];
}

interface ApiKeyRow {
  readonly account: number;
  readonly hash: Buffer;
  readonly previous_hash: Buffer | null;
  readonly previous_expires_at: Date | null;
  readonly catalogs: readonly string[];
  readonly expires_at: Date | null;
  readonly disabled_at: Date | null;
  readonly plan: string;
  readonly rate_per_second: number;
  readonly period: string;
  readonly base_limit: number | null;
  readonly images_limit: number | null;
  readonly history_limit: number | null;
  readonly changes_limit: number | null;
  readonly permissions: readonly Permission[];
}

/** What is remembered of a key. */
interface Found {
  readonly row: ApiKeyRow | null;
  readonly principal: Principal | null;
  /** By the monotonic clock. */
  readonly readAt: number;
}

const FIND_KEY = {
  name: 'find-api-key',
  text: `
    select account, hash, previous_hash, previous_expires_at, catalogs, expires_at, disabled_at,
      plans.name as plan, rate_per_second, period, permissions, base_limit::float8, images_limit::float8,
      history_limit::float8, changes_limit::float8
    from api_keys
    join accounts on accounts.id = api_keys.account
    join plans on plans.name = accounts.plan
    where api_keys.id = $1`,
};

/** How long a key found, or not found, is remembered when no message says that it changed. */
const REMEMBERED_MS = 5000;
/** How much longer a key is served when the database cannot be asked. */
const SERVED_UNCHECKED_MS = 60_000;
/** How long the database is then left alone. */
const UNREACHABLE_MS = 1000;
const UNKNOWN_HASH = Buffer.alloc(32);

/** Knows the keys. Remembers what it found and what it did not, with one query in flight per key. */
export class ApiKeyStore {
  private readonly found: LRUCache<string, Found>;

  /** @param hearsSince since when (`performance.now()`) no announcement of a changed key can have been missed; null: some may be now */
  constructor(pool: ServicePool, hearsSince: () => number | null) {
    this.found = new LRUCache({
      max: 50_000,
      ttl: REMEMBERED_MS,
      // What is too old is still there for `fetchMethod`, which may serve it on.
      noDeleteOnStaleGet: true,
      fetchMethod: async (id, stale, { options }) => {
        const readAt = performance.now();
        try {
          const { rows } = await pool.query<ApiKeyRow>({ ...FIND_KEY, values: [id] });
          const row = rows[0] ?? null;
          return { row, principal: row && principalOf(id, row), readAt };
        } catch (error) {
          if (!stale || !maybeServed(stale, hearsSince())) throw error;
          options.ttl = UNREACHABLE_MS;
          return stale;
        }
      },
    });
  }

  /**
   * Finds who a key belongs to.
   * @returns null when it is malformed, unknown, wrong, disabled or expired
   * @throws when the database cannot be asked
   */
  async identify(key: string): Promise<Principal | null> {
    const id = readApiKeyId(key);
    if (!id) return null;
    const found = this.found.get(id) ?? (await this.found.fetch(id));
    const { row = null, principal = null } = found ?? {};
    const now = new Date();
    const given = hashApiKey(key);
    const current = timingSafeEqual(given, row?.hash ?? UNKNOWN_HASH);
    const previous = timingSafeEqual(given, row?.previous_hash ?? UNKNOWN_HASH);
    if (!row || row.disabled_at || (row.expires_at && row.expires_at <= now)) return null;
    const inGrace = previous && row.previous_expires_at && row.previous_expires_at > now;
    return current || inGrace ? principal : null;
  }

  /** Forgets what it remembers of a key, or of all. */
  forget(id: string | null): void {
    if (id === null) this.found.clear();
    else this.found.delete(id);
  }
}

/** A key that was there a short while ago, and whose disabling would have been heard of. */
function maybeServed({ row, readAt }: Found, hearsSince: number | null): boolean {
  if (!row || hearsSince === null || hearsSince > readAt) return false;
  return performance.now() - readAt <= REMEMBERED_MS + SERVED_UNCHECKED_MS;
}

function principalOf(keyId: string, row: ApiKeyRow): Principal {
  const limits: [Bucket, number | null][] = [
    ['base', row.base_limit],
    ['read:images', row.images_limit],
    ['read:history', row.history_limit],
    ['read:changes', row.changes_limit],
  ];
  return {
    keyId,
    account: row.account,
    plan: {
      name: row.plan,
      ratePerSecond: row.rate_per_second,
      period: row.period,
      limits: new Map(limits.filter((entry): entry is [Bucket, number] => entry[1] !== null)),
      permissions: row.permissions,
    },
    catalogs: row.catalogs,
  };
}
