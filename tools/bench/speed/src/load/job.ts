/** One kind of request in a job. */
export interface Traffic {
  /** File with one path per line. */
  readonly pathsFile: string;
  /** Relative frequency of this kind of request. */
  readonly share: number;
  /** Exponent of the Zipf distribution of the paths. If undefined, all paths are equally likely. */
  readonly exponent?: number;
}

export interface Job {
  /**
   * Number of the job, which is also the seed of its random paths and keys. Jobs differ in their seeds, because caches
   * would otherwise contain responses from an earlier job.
   */
  readonly id: number;
  /** Base URLs such as `http://host:port`, across which connections are distributed. */
  readonly addresses: readonly string[];
  readonly traffic: readonly Traffic[];
  /** File with one API key per line. */
  readonly keysFile: string;
  /**
   * How requests are sent. In a closed loop, each connection waits for a response before it sends the next request. In
   * an open loop, requests form a Poisson process with the given rate.
   */
  readonly shape: { readonly connections: number } | { readonly perSecond: number };
  /** Duration of the warm-up in milliseconds, before the measurement. */
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** Results of the measured period. */
export interface Outcome {
  readonly requests: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly latencyMs: { readonly p50: number; readonly p90: number; readonly p99: number };
  /** Responses by status; `0` for broken connections. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** Messages from the generator to its parent. */
export type GeneratorMessage =
  | { readonly is: 'ready' }
  | { readonly is: 'measuring'; readonly job: number }
  | { readonly is: 'done'; readonly job: number; readonly outcome: Outcome }
  | { readonly is: 'failed'; readonly job: number; readonly reason: string };
