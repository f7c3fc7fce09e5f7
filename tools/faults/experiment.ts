import { type Checks, InvalidRun } from './checks.ts';
import { type Endpoint, errorsOf, listedErrors, type Outcome, percentile } from './load.ts';

const MAX_FAILED_BEFORE = 0.01;
const MAX_P99_BEFORE_MS = 2000;

/** A fault, with all requests before, during and after it. */
export class Experiment {
  constructor(
    readonly endpoints: readonly Endpoint[],
    readonly all: readonly Outcome[],
    /** Start of the fault. `to` is the end of the fault. */
    readonly from: number,
    readonly to: number,
    /** Number of processes that exited although no test stopped them. */
    private readonly exits: number,
  ) {}

  /** Outcomes of all requests, except those of accounts whose quota the load exhausts on purpose. */
  get outcomes(): readonly Outcome[] {
    return this.all.filter(({ endpoint }) => this.endpoints[endpoint]?.limit === undefined);
  }

  get failed(): readonly Outcome[] {
    return this.outcomes.filter(({ status }) => status !== 200);
  }

  get before(): readonly Outcome[] {
    return this.outcomes.filter(({ due }) => due < this.from);
  }

  /** Returns the outcomes of requests whose path matches a pattern. */
  requestsTo(pattern: RegExp): readonly Outcome[] {
    return this.outcomes.filter(({ endpoint }) =>
      pattern.test(this.endpoints[endpoint]?.target ?? ''),
    );
  }

  /** The errors, the slowest response, and the use of the limited quotas. */
  get summary(): string {
    const served = this.quotas.map(({ limit, served: count }) => `${count} of ${limit} served`);
    const slowest = (percentile(this.outcomes, 1) / 1000).toFixed(1);
    return [listedErrors(this.outcomes), `slowest ${slowest} s`, ...served].join('; ');
  }

  /** The p99 latency in milliseconds before, during and after the fault. */
  get p99(): string {
    const within = (from: number, to: number) =>
      this.outcomes.filter(({ due }) => due >= from && due < to);
    const parts = [
      this.before,
      within(this.from, this.to),
      within(this.to, Number.POSITIVE_INFINITY),
    ];
    return parts.map((part) => (part.length > 0 ? percentile(part, 0.99) : '–')).join(' / ');
  }

  /** Returns the milliseconds from `since` until the first good response to a request sent after `since`. */
  firstGood(since: number, outcomes = this.outcomes): number {
    const good = outcomes.filter(({ status, sent }) => status === 200 && sent >= since);
    return Math.round(Math.min(...good.map(({ received }) => received)) - since);
  }

  /** The limit of each limited account, and the number of its requests that were served. */
  get quotas(): readonly { readonly limit: number; readonly served: number }[] {
    return this.endpoints.flatMap(({ limit }, index) => {
      if (limit === undefined) return [];
      const served = this.all.filter(({ endpoint, status }) => {
        return endpoint === index && status === 200;
      });
      return { limit, served: served.length };
    });
  }

  /**
   * Checks the conditions that must be met during any fault: valid envelopes, unique request ids, unchanged data, no
   * requests beyond a quota, and no process that exits.
   * @param statuses statuses that requests may fail with
   */
  checkSound(checks: Checks, ...statuses: readonly number[]): void {
    const overAdmitted = this.quotas.filter(({ limit, served }) => served > limit);
    const others = this.failed.filter(({ status }) => !statuses.includes(status));
    checks.none(statuses.length > 0 ? `errors but ${statuses}` : 'errors', errorsOf(others));
    checks.none('malformed responses', this.defects);
    checks.none('accounts above their quota', overAdmitted.length);
    checks.none('processes exited', this.exits);
  }

  /**
   * Checks that the load was served before the fault. Otherwise, the machine is busy with other work, and later
   * failures may have another cause.
   * @throws InvalidRun if the load was not served
   */
  assertValid(): void {
    // Exclude requests that were in flight when the fault began, because the fault affects them.
    const before = this.before.filter(({ received }) => received < this.from);
    const failed = before.filter(({ status }) => status !== 200);
    const p99 = percentile(before, 0.99);
    if (failed.length <= before.length * MAX_FAILED_BEFORE && p99 <= MAX_P99_BEFORE_MS) return;
    throw new InvalidRun(`before the fault: ${listedErrors(before)}, p99 ${p99} ms`);
  }

  private get defects(): string[] {
    const received = this.all.filter(({ status }) => status > 0);
    const defects = received.flatMap(({ defect, status }) => (defect ? `${status} ${defect}` : []));
    const ids = new Set(received.map(({ requestId }) => requestId));
    if (ids.size !== received.length) defects.push('a repeated request id');
    for (const [index, { target, isSteady }] of this.endpoints.entries()) {
      const good = received.filter(({ endpoint, status }) => endpoint === index && status === 200);
      if (isSteady && new Set(good.map(({ etag }) => etag)).size > 1) {
        defects.push(`different data: ${target}`);
      }
    }
    return [...new Set(defects)];
  }
}
