import { createHash } from 'node:crypto';
import { ClientOfflineError, ErrorReply } from 'redis';
import { createRedisClient, type RedisAddress, redisAddress } from './redis.address.js';

/**
 * Redis is considered unavailable if it does not reply to a command within this many beats of this process. While the
 * event loop is blocked, it has no beats, so that Redis does not seem unavailable because this process is busy.
 */
const TIMEOUT_BEATS = 5;
const BEAT_MS = 50;
/** Interval in milliseconds between probes while Redis is unavailable, and delay before each connection attempt. */
const RETRY_MS = 100;

/** Thrown if Redis rejected a command, did not reply in time, or is not connected. */
export class RedisUnavailableError extends Error {
  override readonly name = 'RedisUnavailableError';

  /** @param mayHaveRun whether Redis may have run the command, or may still run it */
  constructor(
    message: string,
    readonly mayHaveRun: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

export class Script {
  readonly sha: string;

  constructor(readonly text: string) {
    this.sha = createHash('sha1').update(text).digest('hex');
  }
}

/** The connection to the Redis primary, which detects outages and restarts. */
export class RedisServer {
  private readonly address: RedisAddress;
  private client: ReturnType<typeof createRedisClient> | undefined;
  private clientUrl: string | null = null;
  /** Run id of the connected server; null while Redis is unavailable. */
  private server: string | null = null;
  private probing: NodeJS.Timeout | undefined;
  private isClosed = false;

  /**
   * @param url URL in a format that `redisAddress` accepts
   * @param onChange called with the reason when Redis becomes unavailable, and with null when it recovers
   */
  constructor(
    url: string,
    private readonly onChange: (reason: Error | null) => void,
  ) {
    this.address = redisAddress(url);
    this.probing = setTimeout(() => void this.probe(), 0);
  }

  get isAvailable(): boolean {
    return this.server !== null && this.client?.isReady === true;
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.probing);
    this.probing = undefined;
    this.server = null;
    this.disconnect();
  }

  /**
   * Runs a script. Its last argument is the run id of the server. @throws RedisUnavailableError
   */
  async run(script: Script, keys: string[], values: string[]): Promise<unknown> {
    const rest = [String(keys.length), ...keys, ...values];
    try {
      return await this.command(['EVALSHA', script.sha, ...rest, this.serverNow()]);
    } catch (error) {
      // Load the script again, because a restart of Redis removes scripts.
      if (!isUnknownScript(error)) throw error;
      return await this.command(['EVAL', script.text, ...rest, this.serverNow()]);
    }
  }

  private serverNow(): string {
    if (this.server === null) throw new RedisUnavailableError('Redis is unavailable', false);
    return this.server;
  }

  /** Sends a command to Redis. @throws RedisUnavailableError */
  async command(words: string[]): Promise<unknown> {
    try {
      if (!this.client) throw new RedisUnavailableError('The primary of Redis is unknown', false);
      return await inTime(this.client.sendCommand(words));
    } catch (error) {
      if (isUnknownScript(error)) throw error;
      const unavailable =
        error instanceof RedisUnavailableError
          ? error
          : new RedisUnavailableError('A Redis command failed', !isRejection(error), {
              cause: error,
            });
      this.lost(unavailable);
      throw unavailable;
    }
  }

  /** Stops sending commands until a probe of Redis succeeds. */
  private lost(error: Error): void {
    if (this.server !== null) this.onChange(error);
    this.server = null;
    if (this.probing || this.isClosed) return;
    this.probing = setTimeout(() => void this.probe(), RETRY_MS);
  }

  /** Connects to the Redis primary, unless this client is already connected to it. */
  private async followPrimary(): Promise<void> {
    const url = await this.address.primary();
    if (!url || url === this.clientUrl || this.isClosed) return;
    this.disconnect();
    this.clientUrl = url;
    const client = createRedisClient(url, RETRY_MS);
    this.client = client;
    client.on('error', (error: Error) => this.lost(error));
    client.on('ready', () => void this.probe());
    client.connect().catch((error: Error) => this.lost(error));
  }

  private disconnect(): void {
    if (this.client?.isOpen) this.client.destroy();
  }

  private async probe(): Promise<void> {
    clearTimeout(this.probing);
    await this.followPrimary();
    const info = this.client?.isReady ? await inTime(this.client.info()).catch(() => '') : '';
    if (!this.probing) return;
    // Accept only a primary, because after a failover, the old primary may restart as a replica. While Redis loads its
    // data, or has none of the replicas that `min-replicas-to-write` requires, it replies to INFO but rejects other commands.
    const isWritable =
      /^role:master/m.test(info) &&
      !/^(loading:1|min_slaves_good_slaves:0)\b/m.test(info) &&
      !isFull(info);
    const server = isWritable && /^run_id:(\w+)/m.exec(info)?.[1];
    if (server && this.client?.isReady) {
      this.probing = undefined;
      this.server = server;
      this.onChange(null);
    } else this.probing = setTimeout(() => void this.probe(), RETRY_MS);
  }
}

/** Waits for the reply to a command. @throws RedisUnavailableError if Redis does not reply in time */
function inTime<Reply>(reply: Promise<Reply>): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let beats = 0;
    const timer = setInterval(() => {
      beats += 1;
      if (beats < TIMEOUT_BEATS) return;
      clearInterval(timer);
      const waitedMs = TIMEOUT_BEATS * BEAT_MS;
      reject(new RedisUnavailableError(`Redis did not reply within ${waitedMs} ms`, true));
    }, BEAT_MS);
    reply.then(resolve, reject).finally(() => clearInterval(timer));
  });
}

function isFull(info: string): boolean {
  const [used = 0, notCounted = 0, max = 0] = [
    /^used_memory:(\d+)/m,
    /^mem_not_counted_for_evict:(\d+)/m,
    /^maxmemory:(\d+)/m,
  ].map((field) => Number(field.exec(info)?.[1] ?? 0));
  return max > 0 && used - notCounted > max;
}

function isUnknownScript(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('NOSCRIPT');
}

/** Whether Redis replied with an error, or the client did not send the command. */
function isRejection(error: unknown): boolean {
  return error instanceof ErrorReply || error instanceof ClientOfflineError;
}
