import type { GraderName } from '@gcd/client';
import { readNumber } from '@gcd/contracts/cert-number';

/** A cert that a search text may refer to. */
export interface CertGuess {
  readonly grader: GraderName;
  readonly cert: string;
}

const WITH_GRADER = /^[\d-]{5,20}$/;
const NUMBER = /^(?:\d{7,10}|\d{7}-\d{3})$/;

// Graders by the length of their cert numbers. For each length, the grader with the most certs of that length comes
// first.
const BY_LENGTH: Readonly<Record<number, readonly GraderName[]>> = {
  7: ['psa', 'sgc'],
  8: ['psa', 'sgc'],
  9: ['psa'],
  10: ['cgc', 'beckett', 'sgc'],
  11: ['sgc'],
};

/**
 * Lists the certs that a search text may refer to, most likely first. The list is empty if the text is not a cert
 * number.
 */
export function certGuesses(text: string): readonly CertGuess[] {
  const { typed, grader } = readNumber(text);
  if (grader !== null) return WITH_GRADER.test(typed) ? [{ grader, cert: typed }] : [];
  const graders = NUMBER.test(typed) ? BY_LENGTH[typed.length] : [];
  return (graders ?? []).map((each) => ({ grader: each, cert: typed }));
}
