import { setImmediate as tick } from 'node:timers/promises';
import { FEED_VERSION } from './admission.lua.js';
import { type RedisServer, Script } from './redis.server.js';

const SCRIPT = new Script(FEED_VERSION);
const KEY = 'gcd:feed-version';

/** The newest data version that the change feed has shown to any client. Gateways share it through Redis. */
export class FeedVersionStore {
  private reading: Promise<number | null> | null = null;

  constructor(private readonly server: RedisServer) {}

  /**
   * Raises the data version to at least `shown`. If Redis has lost the version, it can be restored only from `newest`.
   * @param shown version of the page that is about to be shown; 0 for none
   * @param newest upper bound on the versions of all pages so far; null if unknown
   * @returns the version; null if Redis is unavailable, or if it has lost the version and `newest` is null
   */
  raise(shown: number, newest: number | null): Promise<number | null> {
    return this.run(String(shown), newest === null ? '' : String(newest));
  }

  /**
   * Reads the data version. All calls in an event-loop tick share one command, which is sent after the last call.
   * @returns null if Redis is unavailable or has lost the version
   */
  read(): Promise<number | null> {
    this.reading ??= tick().then(() => {
      this.reading = null;
      return this.run('0', '');
    });
    return this.reading;
  }

  private async run(shown: string, newest: string): Promise<number | null> {
    try {
      const version = Number(await this.server.run(SCRIPT, [KEY], [shown, newest]));
      return version < 0 ? null : version;
    } catch {
      return null;
    }
  }
}
