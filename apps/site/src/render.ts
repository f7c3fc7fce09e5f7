import type { Validity } from './page-cache.js';
import type { StoredResponse } from './stored-response.js';

/** A render in progress. Requests for the same URL that arrive before it ends share its result. */
export class Render {
  /** Result of the render: a page, an error page or a redirect. */
  readonly response: Promise<StoredResponse>;
  /** How long the response is valid; undefined if it must not be stored. Ignored unless the status is 200. */
  validity: Validity | undefined;
  /** The stored response, sent instead of a new one if the API responses have not changed. */
  stored: StoredResponse | undefined;
  private settle!: { resolve(response: StoredResponse): void; reject(error: unknown): void };

  /** @param url the canonical URL */
  constructor(readonly url: string) {
    this.response = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    // Ignore the error here, because the framework sends it to the visitor whose request started the render.
    this.response.catch(() => undefined);
  }

  resolve(response: StoredResponse): void {
    this.settle.resolve(response);
  }

  reject(error: unknown): void {
    this.settle.reject(error);
  }
}
