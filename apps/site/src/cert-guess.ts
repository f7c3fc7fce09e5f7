import type { GraderName } from '@gcd/client';

/** A cert that a search text may refer to. */
export interface CertGuess {
  readonly grader: GraderName;
  readonly cert: string;
}

const WITH_GRADER =
  /^(psa|bgs|bvg|bccg|beckett|sgc|cgc|csg)[\s:#-]*(?:cert(?: number)?[\s:#]*)?([\d-]{5,20})$/i;
const NUMBER = /^(?:cert(?: number)?[\s:#]*)?#?(\d{7,10}|\d{7}-\d{3})$/i;
/** Matches a URL on a grader's website, such as `https://www.psacard.com/cert/64062046`. */
const CERT_URL =
  /^(?:https?:\/\/)?[\w.-]{0,20}(psa|beckett|sgc|cgc)[\w.-]{0,20}\.com\/(?:\S{0,100}\D)?(\d{7,10})(?:\D\S*)?$/i;

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
  const [, grader, own = ''] = WITH_GRADER.exec(text) ?? CERT_URL.exec(text) ?? [];
  if (grader) return [{ grader: grader.toLowerCase() as GraderName, cert: own }];
  const [, cert = ''] = NUMBER.exec(text) ?? [];
  return (BY_LENGTH[cert.length] ?? []).map((each) => ({ grader: each, cert }));
}
