/** A job for the load generator. */
export interface Job {
  /** `http://host:port`; connections are distributed over them. */
  readonly addresses: readonly string[];
  /** A file with one path per line. */
  readonly pathsFile: string;
  /** A file with one API key per line. */
  readonly keysFile: string;
  /** Closed loop: each connection waits for a response. Open loop: Poisson arrivals at a rate. */
  readonly shape: { readonly connections: number } | { readonly perSecond: number };
  /** Warm-up time before measuring. */
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** Results of the measured time. */
export interface Outcome {
  readonly calls: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly latencyMs: { readonly p50: number; readonly p90: number; readonly p99: number };
  /** Responses by status; `0` for broken connections. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Messages from the generator to its parent. */
export type GeneratorMessage =
  | { readonly is: 'ready' | 'measuring' }
  | { readonly is: 'done'; readonly outcome: Outcome }
  | { readonly is: 'failed'; readonly reason: string };
