/** What the generator of load is to do. */
export interface Job {
  /** `http://host:port`; connections are shared out among them. */
  readonly addresses: readonly string[];
  /** A file with a path to call on each line. */
  readonly pathsFile: string;
  /** A file with an API key on each line. */
  readonly keysFile: string;
  /** Closed loop: calls that wait for each other. Open loop: Poisson arrivals at a rate, whatever is answered. */
  readonly shape: { readonly connections: number } | { readonly perSecond: number };
  /** Before anything counts. */
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** What came of it, in the time that counts. */
export interface Outcome {
  readonly calls: number;
  readonly seconds: number;
  readonly bytes: number;
  readonly latencyMs: { readonly p50: number; readonly p90: number; readonly p99: number };
  /** Answers by status; `0` are broken connections. */
  readonly statuses: Readonly<Record<string, number>>;
}

/** What the generator tells its parent. */
export type GeneratorMessage =
  | { readonly is: 'ready' | 'measuring' }
  | { readonly is: 'done'; readonly outcome: Outcome }
  | { readonly is: 'failed'; readonly reason: string };
