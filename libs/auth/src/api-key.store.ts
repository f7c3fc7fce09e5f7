import { timingSafeEqual } from 'node:crypto';
import type { ReadPool } from '@gcd/database/pool';
import { LRUCache } from 'lru-cache';
import { hashApiKey, readApiKeyId } from './api-key.js';

/** Who calls. */
export interface Principal {
  /** Public id of the key: for the log. */
  readonly keyId: string;
  /** Rate and quota belong to the account. */
  readonly account: number;
}

interface ApiKeyRow {
  readonly account: number;
  readonly hash: Buffer;
  readonly previous_hash: Buffer | null;
  readonly previous_expires_at: Date | null;
  readonly expires_at: Date | null;
  readonly disabled_at: Date | null;
}

const FIND_KEY = {
  name: 'find-api-key',
  text: `
    select account, hash, previous_hash, previous_expires_at, expires_at, disabled_at
    from api_keys where id = $1`,
};

/** How long a key found, or not found, is remembered when no message says that it changed. */
const REMEMBERED_MS = 5000;
const UNKNOWN_HASH = Buffer.alloc(32);

/** Knows the keys. Remembers what it found and what it did not, with one query in flight per key. */
export class ApiKeyStore {
  private readonly found: LRUCache<string, { readonly row: ApiKeyRow | null }>;

  constructor(pool: ReadPool) {
    this.found = new LRUCache({
      max: 50_000,
      ttl: REMEMBERED_MS,
      fetchMethod: async (id) => {
        const { rows } = await pool.query<ApiKeyRow>({ ...FIND_KEY, values: [id] });
        return { row: rows[0] ?? null };
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
    const row = (await this.found.fetch(id))?.row ?? null;
    const now = new Date();
    const given = hashApiKey(key);
    const current = timingSafeEqual(given, row?.hash ?? UNKNOWN_HASH);
    const previous = timingSafeEqual(given, row?.previous_hash ?? UNKNOWN_HASH);
    if (!row || row.disabled_at || (row.expires_at && row.expires_at <= now)) return null;
    const inGrace = previous && row.previous_expires_at && row.previous_expires_at > now;
    return current || inGrace ? { keyId: id, account: row.account } : null;
  }

  /** Forgets what it remembers of a key, or of all. */
  forget(id: string | null): void {
    if (id === null) this.found.clear();
    else this.found.delete(id);
  }
}
