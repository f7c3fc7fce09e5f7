import type { GraderName } from '@gcd/client';

/** A cert that a text may mean. */
export interface CertGuess {
  readonly grader: GraderName;
  readonly cert: string;
}

const WITH_GRADER = /^(psa|bgs|bvg|bccg|beckett|sgc|cgc|csg)[\s:#-]*([\d-]{5,20})$/i;
const NUMBER = /^#?(\d{7,10}|\d{7}-\d{3})$/;

// The lengths that each grader uses for its numbers, the commonest first.
const BY_LENGTH: Readonly<Record<number, readonly GraderName[]>> = {
  7: ['psa', 'sgc'],
  8: ['psa', 'sgc'],
  9: ['psa'],
  10: ['cgc', 'beckett', 'sgc'],
  11: ['sgc'],
};

/** The certs that a search text may mean, likeliest first. None for a text that is not a cert number. */
export function certGuesses(text: string): readonly CertGuess[] {
  const [, grader, own = ''] = WITH_GRADER.exec(text) ?? [];
  if (grader) return [{ grader: grader.toLowerCase() as GraderName, cert: own }];
  const [, cert = ''] = NUMBER.exec(text) ?? [];
  return (BY_LENGTH[cert.length] ?? []).map((each) => ({ grader: each, cert }));
}
