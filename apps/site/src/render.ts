import type { Validity } from './page-cache.js';
import type { StoredResponse } from './stored-response.js';

/** A render in progress. All visitors who request its URL in the meantime share it. */
export class Render {
  /** The result of the render, which may also be an error page or a redirect. */
  readonly response: Promise<StoredResponse>;
  /** How long the response is valid; undefined if it must not be stored. Ignored if the response is an error. */
  validity: Validity | undefined;
  /** The stored response, which is sent instead of a new one if the API responses have not changed. */
  stored: StoredResponse | undefined;
  private settle!: { resolve(response: StoredResponse): void; reject(error: unknown): void };

  /** @param url the canonical URL */
  constructor(readonly url: string) {
    this.response = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    // The visitor whose request started the render gets the error from the framework.
    this.response.catch(() => undefined);
  }

  resolve(response: StoredResponse): void {
    this.settle.resolve(response);
  }

  reject(error: unknown): void {
    this.settle.reject(error);
  }
}
