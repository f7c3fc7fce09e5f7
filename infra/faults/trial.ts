import { type Entry, errorsOf, type Outcome, percentile } from './load.ts';

/** A fault and all calls before, during and after it. */
export class Trial {
  constructor(
    readonly entries: readonly Entry[],
    readonly all: readonly Outcome[],
    /** When it began, and when it was over. */
    readonly from: number,
    readonly to: number,
  ) {}

  /** Without those of accounts whose quota is meant to run out. */
  get calls(): readonly Outcome[] {
    return this.all.filter(({ entry }) => this.entries[entry]?.limit === undefined);
  }

  /** Of calls without a limit, or of some. */
  errors(calls = this.calls): Record<string, number> {
    return errorsOf(calls);
  }

  /** Calls to paths that begin so. */
  on(prefix: string, calls = this.calls): readonly Outcome[] {
    return calls.filter(({ entry }) => this.entries[entry]?.target.startsWith(prefix));
  }

  /** p99 in milliseconds, before, during and after. */
  get p99(): string {
    const { calls, from, to } = this;
    const parts = [
      calls.filter(({ due }) => due < from),
      calls.filter(({ due }) => due >= from && due < to),
      calls.filter(({ due }) => due >= to),
    ];
    return parts.map((part) => (part.length > 0 ? percentile(part, 0.99) : '–')).join(' / ');
  }

  /** Milliseconds from a moment to the first answer to a call that was sent after it. */
  firstGood(since: number, calls = this.calls): number {
    const good = calls.filter(({ status, sent }) => status === 200 && sent >= since);
    return Math.round(Math.min(...good.map(({ received }) => received)) - since);
  }

  /** Milliseconds from a moment to when the last call was sent that failed; 0: none did. */
  lastBad(since: number, calls = this.calls): number {
    const bad = calls.filter(({ status, sent }) => status !== 200 && sent >= since);
    return Math.round(Math.max(since, ...bad.map(({ sent }) => sent)) - since);
  }

  /** Calls over a limit that were served, over all limited accounts. */
  get overAdmitted(): number {
    return this.quotas.reduce((sum, { limit, served }) => sum + Math.max(0, served - limit), 0);
  }

  /** What limited accounts got. */
  get quotas(): readonly { readonly limit: number; readonly served: number }[] {
    return this.entries.flatMap(({ limit }, index) => {
      if (limit === undefined) return [];
      const served = this.all.filter(({ entry, status }) => entry === index && status === 200);
      return { limit, served: served.length };
    });
  }

  /** What must never be, whatever fails: answers outside the envelope, other data than ever, a request id twice. */
  get unsound(): string[] {
    const answered = this.all.filter(({ status }) => status > 0);
    const misfits = answered.flatMap(({ misfit, status }) => (misfit ? `${status} ${misfit}` : []));
    const ids = new Set(answered.map(({ requestId }) => requestId));
    if (ids.size !== answered.length) misfits.push('a request id twice');
    for (const [index, { target, isSteady }] of this.entries.entries()) {
      const tags = answered.filter(({ entry, status }) => entry === index && status === 200);
      if (isSteady && new Set(tags.map(({ etag }) => etag)).size > 1) {
        misfits.push(`other data: ${target}`);
      }
    }
    return [...new Set(misfits)];
  }
}
