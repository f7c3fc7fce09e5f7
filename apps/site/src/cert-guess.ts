import type { GraderName } from '@gcd/client';
import { readNumber } from '@gcd/contracts/cert-number';

/** A cert that a search text may refer to. */
export interface CertGuess {
  readonly grader: GraderName;
  readonly cert: string;
}

const WITH_GRADER = /^[\d-]{5,20}$/;
const NUMBER = /^(?:\d{7,10}|\d{7}-\d{3})$/;

// Numbers of Beckett may lack their leading zeros, so any grader may have printed a number. The graders with the most
// numbers of the length come first.
const SHORT: readonly GraderName[] = ['psa', 'sgc', 'beckett', 'cgc'];
const LONG: readonly GraderName[] = ['cgc', 'beckett', 'sgc', 'psa'];
const MIN_LONG = 10;

/**
 * Lists the certs that a search text may refer to, most likely first. The list is empty if the text is not a cert
 * number.
 */
export function certGuesses(text: string): readonly CertGuess[] {
  const { typed, grader } = readNumber(text);
  if (grader !== null) return WITH_GRADER.test(typed) ? [{ grader, cert: typed }] : [];
  if (!NUMBER.test(typed)) return [];
  return (typed.length < MIN_LONG ? SHORT : LONG).map((each) => ({ grader: each, cert: typed }));
}
