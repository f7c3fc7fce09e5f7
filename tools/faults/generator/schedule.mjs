// @ts-check

/**
 * A period with a constant request rate.
 * @typedef {object} Step
 * @property {string} name
 * @property {number} rate in requests per second
 * @property {number} ms duration in milliseconds
 */

/**
 * The due times of requests in an open loop, which do not depend on responses. A step begins when the previous step
 * ends.
 */
export class Schedule {
  /** Due time of the next request, in milliseconds after the start; `Infinity` after the last request. */
  due = 0;
  /** Index of the step to which the next request belongs. */
  step = 0;
  #steps;
  #stepStart = 0;
  #sentInStep = 0;

  /** @param {readonly Step[]} steps */
  constructor(steps) {
    this.#steps = steps;
    this.#find();
  }

  advance() {
    this.#sentInStep += 1;
    this.#find();
  }

  #find() {
    for (;;) {
      const step = this.#steps[this.step];
      if (!step) {
        this.due = Number.POSITIVE_INFINITY;
        return;
      }
      const offset = step.rate > 0 ? (this.#sentInStep * 1000) / step.rate : step.ms;
      if (offset < step.ms) {
        this.due = this.#stepStart + offset;
        return;
      }
      this.#stepStart += step.ms;
      this.#sentInStep = 0;
      this.step += 1;
    }
  }
}

/**
 * Returns the step that contains a time; null after the last step.
 * @param {readonly Step[]} steps
 * @param {number} time in milliseconds after the start
 */
export function stepAt(steps, time) {
  let end = 0;
  for (const [index, { ms }] of steps.entries()) {
    end += ms;
    if (time < end) return index;
  }
  return null;
}
