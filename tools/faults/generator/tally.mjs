// @ts-check
import { stepAt } from './schedule.mjs';

/** Maximum lateness of the generator in milliseconds. A request that would be sent later than this is not sent. */
export const MAX_LATENESS_MS = 50;

/**
 * How a request ended: `good` (2xx), `rejected` (503), `timedOut`, `reset`, or an error such as `429
 * quota_exceeded`.
 * @typedef {string} Outcome
 */

/**
 * The outcomes of the requests that were due in a step. Times are in milliseconds since a request was due.
 * @typedef {object} StepReport
 * @property {string} name
 * @property {number} due how many requests were due
 * @property {number} notSent how many of them the generator could not send, which does not count against the server
 * @property {number} latenessP99 how late the generator sent, in milliseconds
 * @property {number} good
 * @property {number} goodPerSecond good responses received while the step lasted
 * @property {number} goodP50
 * @property {number} goodP99
 * @property {number} rejected
 * @property {number} rejectedP99
 * @property {number} timedOut
 * @property {number} reset
 * @property {Readonly<Record<string, number>>} failed other errors, by status and code
 * @property {Readonly<Record<string, number>>} reasons rejections, by `details.reason`
 * @property {number} lastFailure due time of the last request that did not succeed, in milliseconds after the start of
 * the step; 0 if there is none
 */

/** Records the outcome of every request in one stream, by the step in which it was due. */
export class Tally {
  /** Number of good responses by key. @type {number[]} */
  served = [];
  #steps;
  #counts;

  /** @param {readonly import('./schedule.mjs').Step[]} steps */
  constructor(steps) {
    this.#steps = steps;
    let start = 0;
    this.#counts = steps.map(({ name, ms }) => {
      const counts = new StepCounts(name, start, ms);
      start += ms;
      return counts;
    });
  }

  /**
   * Counts a request that is due.
   * @param {number} step
   * @param {number} due
   * @param {number} now
   * @returns {boolean} false if the generator is too late to send the request
   */
  begin(step, due, now) {
    const counts = this.#at(step);
    counts.due += 1;
    if (now - due <= MAX_LATENESS_MS) {
      counts.lateness.add(now - due);
      return true;
    }
    counts.notSent += 1;
    return false;
  }

  /** Counts a request as not sent, because the generator had no socket or port for it. @param {number} step */
  unable(step) {
    this.#at(step).notSent += 1;
  }

  /**
   * @param {number} step
   * @param {number} due
   * @param {number} now
   * @param {Outcome} outcome
   * @param {number} key index of the key with which the request was sent
   * @param {string} reason reason of a rejection
   */
  end(step, due, now, outcome, key, reason) {
    const counts = this.#at(step);
    if (outcome === 'good') {
      counts.good.add(now - due);
      this.served[key] = (this.served[key] ?? 0) + 1;
      const received = stepAt(this.#steps, now);
      if (received !== null) this.#at(received).goodReceived += 1;
      return;
    }
    counts.lastFailure = Math.max(counts.lastFailure, due - counts.start);
    if (outcome === 'rejected') {
      counts.rejected.add(now - due);
      counts.reasons[reason] = (counts.reasons[reason] ?? 0) + 1;
    } else if (outcome === 'timedOut') counts.timedOut += 1;
    else if (outcome === 'reset') counts.reset += 1;
    else counts.failed[outcome] = (counts.failed[outcome] ?? 0) + 1;
  }

  /** @returns {StepReport[]} */
  report() {
    return this.#counts.map((counts) => counts.report());
  }

  /** @param {number} step */
  #at(step) {
    const counts = this.#counts[step];
    if (!counts) throw new RangeError(`there is no step ${step}`);
    return counts;
  }
}

class StepCounts {
  due = 0;
  notSent = 0;
  goodReceived = 0;
  timedOut = 0;
  reset = 0;
  lastFailure = 0;
  lateness = new Times();
  good = new Times();
  rejected = new Times();
  /** @type {Record<string, number>} */
  failed = {};
  /** @type {Record<string, number>} */
  reasons = {};

  /**
   * @param {string} name
   * @param {number} start
   * @param {number} ms
   */
  constructor(name, start, ms) {
    this.name = name;
    this.start = start;
    this.ms = ms;
  }

  /** @returns {StepReport} */
  report() {
    const { name, due, notSent, timedOut, reset, failed, reasons, lastFailure } = this;
    return {
      name,
      due,
      notSent,
      latenessP99: this.lateness.percentile(0.99),
      good: this.good.count,
      goodPerSecond: Math.round((this.goodReceived * 1000) / this.ms),
      goodP50: this.good.percentile(0.5),
      goodP99: this.good.percentile(0.99),
      rejected: this.rejected.count,
      rejectedP99: this.rejected.percentile(0.99),
      timedOut,
      reset,
      failed,
      reasons,
      lastFailure: Math.round(lastFailure),
    };
  }
}

/** A list of durations in milliseconds, stored compactly. */
export class Times {
  count = 0;
  #values = new Float64Array(1024);

  /** @param {number} value */
  add(value) {
    if (this.count === this.#values.length) {
      const longer = new Float64Array(this.count * 2);
      longer.set(this.#values);
      this.#values = longer;
    }
    this.#values[this.count] = value;
    this.count += 1;
  }

  /**
   * Returns a percentile by the nearest-rank method; 0 if there are no values.
   * @param {number} share from 0 to 1
   */
  percentile(share) {
    if (this.count === 0) return 0;
    const sorted = this.#values.slice(0, this.count).sort();
    const value = sorted[Math.max(0, Math.ceil(share * this.count) - 1)] ?? 0;
    return Math.round(value * 10) / 10;
  }
}
