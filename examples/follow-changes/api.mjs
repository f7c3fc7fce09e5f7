import { setTimeout as sleep } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const LONGEST_BACKOFF_S = 60;
// What this key does elsewhere wants some of its rate too.
const SHARE_OF_RATE = 0.8;

/** An answer that asking again does not change. */
export class Refused extends Error {
  constructor({ code, message, details }, path) {
    super(`${path}: ${code}: ${message}`);
    this.code = code;
    this.details = details;
  }
}

/** Calls the API at a pace that it allows, and waits as long as it asks to. */
export class Api {
  #url;
  #key;
  #say;
  #rate = 1;
  /** When the next call may be made. */
  #nextAt = 0;

  /** @param say told of every wait */
  constructor(url, key, say) {
    this.#url = url.replace(/\/+$/, '');
    this.#key = key;
    this.#say = say;
  }

  /** Learns the pace. @param most calls a second that are wanted at most */
  async learnPace(most) {
    const usage = await this.get('/v1/usage');
    this.#rate = Math.max(0.1, Math.min(most, usage.rate_limit_per_second * SHARE_OF_RATE));
    this.#nextAt = Date.now() + 1000 / this.#rate;
    return this.#rate;
  }

  /** @returns `data` of the answer; null for a card that is not known */
  async get(path) {
    for (let attempt = 0; ; attempt += 1) {
      await this.#turn();
      const { response, body, problem } = await this.#call(path);
      if (response?.ok && response.status !== 202) return body.data;
      if (body?.error?.code === 'card_not_found') return null;
      const passes =
        !response || [202, 408, 429].includes(response.status) || response.status >= 500;
      if (!passes) throw new Refused(body?.error ?? { code: response.status, message: '' }, path);
      const seconds = Number(response?.headers.get('retry-after')) || backoff(attempt);
      this.#hold(seconds, `${path}: ${problem ?? body?.error?.code ?? response.status}`);
    }
  }

  async #call(path) {
    try {
      const response = await fetch(this.#url + path, {
        headers: { 'x-api-key': this.#key },
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      this.#heedQuota(response.headers);
      // An answer of something in between may be no JSON.
      const body = await response.json().catch(() => null);
      if (response.ok && body?.data === undefined) return { problem: 'the answer was cut short' };
      return { response, body };
    } catch (error) {
      return { problem: error.cause?.code ?? error.message };
    }
  }

  /** Waits for the turn of the next call. */
  async #turn() {
    for (let now = Date.now(); ; now = Date.now()) {
      if (this.#nextAt <= now) {
        this.#nextAt = now + 1000 / this.#rate;
        return;
      }
      // It may be put off further meanwhile.
      await sleep(this.#nextAt - now);
    }
  }

  /** Lets no call go for a while. */
  #hold(seconds, why) {
    // Not all clients of the API should come back at the same moment.
    const ms = seconds * 1000 * (1 + Math.random() / 5);
    if (Date.now() + ms <= this.#nextAt) return;
    this.#nextAt = Date.now() + ms;
    this.#say(`${why}: waiting ${Math.ceil(ms / 1000)} s`);
  }

  #heedQuota(headers) {
    if (headers.get('x-ratelimit-remaining') !== '0') return;
    const seconds = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000;
    if (seconds > 0) this.#hold(seconds, `quota of ${headers.get('x-ratelimit-bucket')} used up`);
  }
}

function backoff(attempt) {
  return Math.min(LONGEST_BACKOFF_S, 2 ** attempt);
}
