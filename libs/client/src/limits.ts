/** A bucket of the quota, as the newest response described it. */
export interface Limit {
  /** For example `base`. */
  readonly bucket: string;
  /** Requests allowed in the period. */
  readonly limit: number;
  /** Requests left. */
  readonly remaining: number;
  /** End of the period. */
  readonly reset: Date;
}

/** Reads the `X-RateLimit-*` headers. @returns null if the request was charged to no limited bucket */
export function limitOf(headers: Headers): Limit | null {
  const bucket = headers.get('x-ratelimit-bucket');
  if (!bucket) return null;
  return {
    bucket,
    limit: Number(headers.get('x-ratelimit-limit')),
    remaining: Number(headers.get('x-ratelimit-remaining')),
    reset: new Date(Number(headers.get('x-ratelimit-reset')) * 1000),
  };
}
