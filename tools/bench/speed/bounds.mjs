import { rounded } from '../harness/statistics.mjs';

/** Compares a figure with its target, as a row of the table of targets. */
export function atLeast(what, limit, reached) {
  return bound(what, `at least ${limit}`, reached, reached >= limit);
}

export function atMost(what, limit, reached) {
  return bound(what, `at most ${limit}`, reached, reached <= limit);
}

function bound(what, target, reached, holds) {
  return { what, target, reached: rounded(reached, 2), '': holds ? 'reached' : '**missed**' };
}
