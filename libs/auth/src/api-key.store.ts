import { timingSafeEqual } from 'node:crypto';
import type { Permission } from '@gcd/contracts';
import { BatchLoader } from '@gcd/database/batch';
import type { ServicePool } from '@gcd/database/pool';
import { LRUCache } from 'lru-cache';
import { formalApiKeyId, hasChecksum, hashApiKey } from './api-key.js';
import type { Bucket, Plan } from './plan.js';

/** The client that a key authenticates. */
export interface Principal {
  /** Public id of the key, for logs. */
  readonly keyId: string;
  /** The account that the rate limit and the quota belong to. */
  readonly account: number;
  readonly plan: Plan;
  readonly catalogs: readonly string[];
}

/** A key that is not cached, so that it must be looked up. */
export interface UncachedKey {
  /**
   * Whether the limit on failed attempts does not apply to the lookup, because the key was valid before or a lookup of
   * the key is already in flight.
   */
  readonly isExpected: boolean;
  /**
   * Looks up the key.
   * @returns null if the key is unknown, wrong, disabled or expired
   * @throws Error if the database is unavailable
   */
  lookUp(): Promise<Principal | null>;
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

/** The cached database row of an existing key, whether or not the key is valid. */
interface CachedKey {
  readonly row: ApiKeyRow;
  readonly principal: Principal;
  /** Time at which the row was read, as a `performance.now()` timestamp. */
  readAt: number;
  /** Time until which the row is used without another lookup, as a `performance.now()` timestamp. */
  freshUntil: number;
}

interface Lookup {
  result: Promise<CachedKey | null>;
  /** Whether the key has changed since the row was read. */
  isOutdated: boolean;
}

const FIND_KEY = {
  name: 'find-api-key',
  key: [{ column: 'id', type: 'text' }],
  values: (id: string) => [id],
  text: (keys: string) => `
    select k.ordinal, account, hash, previous_hash, previous_expires_at, catalogs, expires_at, disabled_at,
      plans.name as plan, rate_per_second, period, permissions, base_limit::float8, images_limit::float8,
      history_limit::float8, changes_limit::float8
    from ${keys}
    join api_keys using (id)
    join accounts on accounts.id = api_keys.account
    join plans on plans.name = accounts.plan`,
};

/** How long, in milliseconds, a lookup result is cached if no invalidation arrives. */
const TTL_MS = 5000;
/**
 * A request whose cached row expires within this many milliseconds refreshes the row in the background. Otherwise, a
 * request would have to wait every few seconds for the database, which may be in another region.
 */
const REFRESH_AHEAD_MS = 500;
/** How long a request waits for the database in milliseconds if it can use a cached row. */
const MAX_REFRESH_MS = 500;
/** How much longer, in milliseconds, a cached row is used while the database is unavailable. */
const MAX_STALE_MS = 60_000;
/** How long a cached row is used after a failed query, in milliseconds, before the next query is sent. */
const COOLDOWN_MS = 1000;
const MAX_KEYS = 50_000;
const MAX_UNKNOWN_IDS = 10_000;
/** Maximum number of lookups in a row if the key keeps changing. The last result is then used. */
const MAX_READS = 5;
const UNKNOWN_HASH = Buffer.alloc(32);

/** Announces keys that have changed. */
export interface Invalidations {
  /**
   * `performance.now()` timestamp at which the current subscription to invalidations started. No invalidation has been
   * missed since then. Null while the subscription is interrupted.
   */
  readonly subscribedSince: number | null;
  /** Registers a callback that receives the id of each changed key; null if any key may have changed. */
  onInvalidated(forget: (id: string | null) => void): void;
}

/**
 * Authenticates API keys. Rows of existing keys and unsuccessful lookups are cached separately. Each key has at most
 * one lookup in flight.
 */
export class ApiKeyStore {
  // Expired rows stay in the cache. They show which keys were valid, and can be used while the database is unavailable.
  private readonly keys = new LRUCache<string, CachedKey>({ max: MAX_KEYS });
  private readonly unknownIds = new LRUCache<string, true>({ max: MAX_UNKNOWN_IDS, ttl: TTL_MS });
  private readonly lookups = new Map<string, Lookup>();
  private readonly rows: BatchLoader<string, ApiKeyRow>;

  constructor(
    pool: ServicePool,
    private readonly invalidations: Invalidations,
  ) {
    this.rows = new BatchLoader(pool, FIND_KEY);
    invalidations.onInvalidated((id) => this.forget(id));
  }

  /**
   * Authenticates a key from the cache.
   * @returns null if the key is malformed, unknown, wrong, disabled or expired; an {@link UncachedKey} if a lookup is
   * needed
   */
  find(key: string): Principal | UncachedKey | null {
    const id = formalApiKeyId(key);
    if (!id) return null;
    const cached = this.keys.get(id);
    const freshMs = cached ? cached.freshUntil - performance.now() : 0;
    if (cached && freshMs > 0) {
      if (freshMs < REFRESH_AHEAD_MS) this.lookUp(id).catch(() => undefined);
      return check(key, cached);
    }
    // A cached key needs no check of its checksum, because its hash is compared.
    if (!hasChecksum(key) || this.unknownIds.has(id)) return null;
    const wasValid = cached !== undefined && check(key, cached) !== null;
    return {
      isExpected: wasValid || this.lookups.has(id),
      lookUp: async () => check(key, await this.newestOf(id)),
    };
  }

  /** Forces a new lookup of the key with the given id or, if the id is null, of all keys. */
  forget(id: string | null): void {
    if (id === null) this.unknownIds.clear();
    else this.unknownIds.delete(id);
    for (const each of id === null ? this.lookups.keys() : [id]) {
      const lookup = this.lookups.get(each);
      if (lookup) lookup.isOutdated = true;
    }
    for (const each of id === null ? this.keys.keys() : [id]) {
      const cached = this.keys.peek(each);
      if (cached) Object.assign(cached, { freshUntil: 0, readAt: Number.NEGATIVE_INFINITY });
    }
  }

  /** Looks up a key. If the database does not reply soon, returns the cached row instead, if it may still be used. */
  private async newestOf(id: string): Promise<CachedKey | null> {
    const lookup = this.lookUp(id);
    const stale = this.keys.peek(id);
    if (!stale || !this.isUsable(stale)) return lookup;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<CachedKey | null>((resolve) => {
      timer = setTimeout(
        () => resolve(this.isUsable(stale) ? useLonger(stale) : lookup),
        MAX_REFRESH_MS,
      );
    });
    return Promise.race([lookup, late]).finally(() => clearTimeout(timer));
  }

  private lookUp(id: string): Promise<CachedKey | null> {
    const pending = this.lookups.get(id);
    if (pending) return pending.result;
    const lookup: Lookup = { result: Promise.resolve(null), isOutdated: false };
    this.lookups.set(id, lookup);
    lookup.result = this.read(id, lookup).finally(() => this.lookups.delete(id));
    return lookup.result;
  }

  private async read(id: string, lookup: Lookup): Promise<CachedKey | null> {
    const stale = this.keys.peek(id);
    for (let reads = 1; ; reads += 1) {
      lookup.isOutdated = false;
      const readAt = performance.now();
      let row: ApiKeyRow | undefined;
      try {
        [row] = await this.rows.load(id);
      } catch (error) {
        if (!stale || !this.isUsable(stale)) throw error;
        return useLonger(stale);
      }
      if (lookup.isOutdated && reads < MAX_READS) continue;
      const freshUntil = readAt + TTL_MS;
      const found = row ? { row, principal: principalOf(id, row), readAt, freshUntil } : null;
      if (lookup.isOutdated) return found;
      if (found) this.keys.set(id, found);
      else {
        this.keys.delete(id);
        this.unknownIds.set(id, true);
      }
      return found;
    }
  }

  /**
   * Whether an expired row may still be used: it is not too old, and no invalidation has been missed since it was read.
   */
  private isUsable({ readAt }: CachedKey): boolean {
    const since = this.invalidations.subscribedSince;
    if (since === null || since > readAt) return false;
    return performance.now() - readAt <= TTL_MS + MAX_STALE_MS;
  }
}

function useLonger(cached: CachedKey): CachedKey {
  cached.freshUntil = performance.now() + COOLDOWN_MS;
  return cached;
}

/** Returns the client that a key authenticates, or null. Takes the same time whether or not the key exists. */
function check(key: string, cached: CachedKey | null): Principal | null {
  const row = cached?.row;
  const now = new Date();
  const given = hashApiKey(key);
  const current = timingSafeEqual(given, row?.hash ?? UNKNOWN_HASH);
  const previous = timingSafeEqual(given, row?.previous_hash ?? UNKNOWN_HASH);
  if (!cached || !row || row.disabled_at || (row.expires_at && row.expires_at <= now)) return null;
  const inGrace = previous && row.previous_expires_at && row.previous_expires_at > now;
  return current || inGrace ? cached.principal : null;
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
