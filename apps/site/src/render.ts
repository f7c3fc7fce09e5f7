import type { Validity } from './page-cache.js';
import type { StoredResponse } from './stored-response.js';

/** A render in progress, which all visitors share who request its URL meanwhile. */
export class Render {
  /** Whatever the render results in, including error pages and redirects. */
  readonly response: Promise<StoredResponse>;
  /** Set if the response can be stored, unless it turns out to be an error. */
  validity: Validity | undefined;
  /** The response to send instead of a new one, if the API responses have not changed. */
  stored: StoredResponse | undefined;
  private settle!: { resolve(response: StoredResponse): void; reject(error: unknown): void };

  /** @param url the canonical URL */
  constructor(readonly url: string) {
    this.response = new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
    });
    // The visitor who caused the render gets the error in another way.
    this.response.catch(() => undefined);
  }

  resolve(response: StoredResponse): void {
    this.settle.resolve(response);
  }

  reject(error: unknown): void {
    this.settle.reject(error);
  }
}
