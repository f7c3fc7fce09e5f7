/** What was left of a bucket of the quota at the last answer that told. */
export interface Limit {
  /** For example `base`. */
  readonly bucket: string;
  /** Calls allowed in the period. */
  readonly limit: number;
  /** Calls left. */
  readonly remaining: number;
  /** When the period ends. */
  readonly reset: Date;
}

/** Reads the `X-RateLimit-*` headers. @returns null when the call was charged to no limited bucket */
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
