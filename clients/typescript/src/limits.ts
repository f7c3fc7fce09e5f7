/** A quota bucket, as of the latest response. */
export interface Limit {
  /** Name of the quota bucket, for example `base`. */
  readonly bucket: string;
  /** Requests allowed in the period. */
  readonly limit: number;
  /** Requests left in the period. */
  readonly remaining: number;
  /** End of the period. */
  readonly reset: Date;
}

/** Reads the `X-RateLimit-*` headers. @returns null if no limited bucket was charged */
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
