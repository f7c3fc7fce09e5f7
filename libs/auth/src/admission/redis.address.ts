import { createClient } from 'redis';

const SENTINEL_URL = /^redis(s?)-sentinel:\/\/(?:([^@/]*)@)?([^@/]+)\/([\w.-]+)$/;
const SENTINEL_PORT = '26379';
const SENTINEL_TIMEOUT_MS = 250;

export interface RedisAddress {
  /** Finds the Redis primary. @returns its URL; null if no Sentinel reports a primary */
  primary(): Promise<string | null>;
}

/**
 * Parses the URL of Redis, `redis://user:password@host:6379`, or of Sentinels that monitor the primary NAME,
 * `redis-sentinel://user:password@host:26379,host:26379/NAME`. The schemes `rediss:` and `rediss-sentinel:` require
 * TLS. The user and password are those of Redis. Sentinels are queried without credentials.
 * @throws Error that does not contain the URL, which may contain a password
 */
export function redisAddress(text: string): RedisAddress {
  const [, tls = '', credentials, hosts, name] = SENTINEL_URL.exec(text) ?? [];
  if (hosts && name) {
    const urls = hosts
      .split(',')
      .map((host) => `redis${tls}://${host.includes(':') ? host : `${host}:${SENTINEL_PORT}`}`);
    if (urls.every((url) => URL.canParse(url))) {
      const prefix = `redis${tls}://${credentials ? `${credentials}@` : ''}`;
      return new Sentinels(urls, name, prefix);
    }
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url?.host || !/^rediss?:$/.test(url.protocol)) {
    throw new Error(
      'must be a URL such as redis://user:password@host:6379 or redis-sentinel://user:password@host:26379,host:26379/NAME',
    );
  }
  return { primary: async () => text };
}

/**
 * Creates a client for the primary, without connecting it.
 * @param retryMs delay in milliseconds before each attempt to connect
 */
export function createRedisClient(url: string, retryMs: number): ReturnType<typeof createClient> {
  return createClient({
    url,
    // Make commands fail immediately while Redis is disconnected, instead of waiting for a new connection.
    disableOfflineQueue: true,
    // The gateway's Redis user is not allowed to run CLIENT SETINFO.
    disableClientInfo: true,
    pingInterval: 1000,
    socket: { connectTimeout: 1000, socketTimeout: 3000, reconnectStrategy: retryMs },
  });
}

class Sentinels implements RedisAddress {
  private next = 0;

  constructor(
    private readonly urls: readonly string[],
    private readonly name: string,
    private readonly prefix: string,
  ) {}

  /**
   * Finds the primary. Each call queries a different Sentinel first, because a partitioned Sentinel may still report
   * the old primary.
   */
  async primary(): Promise<string | null> {
    this.next += 1;
    for (let offset = 0; offset < this.urls.length; offset += 1) {
      const url = this.urls[(this.next + offset) % this.urls.length] as string;
      const found = await this.primaryAt(url).catch(() => null);
      if (found) return found;
    }
    return null;
  }

  private async primaryAt(url: string): Promise<string | null> {
    const client = createClient({
      url,
      disableClientInfo: true,
      socket: {
        connectTimeout: SENTINEL_TIMEOUT_MS,
        socketTimeout: SENTINEL_TIMEOUT_MS,
        reconnectStrategy: false,
      },
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      const reply = await client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', this.name]);
      if (!Array.isArray(reply)) return null;
      const [host, port] = reply.map(String);
      return `${this.prefix}${host?.includes(':') ? `[${host}]` : host}:${port}`;
    } finally {
      if (client.isOpen) client.destroy();
    }
  }
}
