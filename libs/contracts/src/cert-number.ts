import { type Grader, parseGrader } from './graders.js';

/** The forms of a cert number, in the order in which they are looked up. */
export interface CertNumber {
  /** The number without surrounding spaces or a leading `#`, which is looked up first. */
  readonly exact: string;
  /** The number in `exact` without inner spaces, a leading grader name or a trailing `.0`. */
  readonly typed: string;
  /** The number in `typed` without hyphens. */
  readonly bare: string;
}

/** Returns the stored form of a cert number, which has no surrounding spaces and no leading `#`. */
export function normalizeCert(text: string): string {
  return text.trim().replace(/^#/, '').trimStart();
}

/** Parses a cert number with or without a `#`, a grader name, spaces or hyphens. */
export function readCertNumber(grader: Grader, text: string): CertNumber {
  const exact = normalizeCert(text);
  const typed =
    withoutGrader(grader, exact)
      .replace(/\s+/g, '')
      .replace(/(?<=\d)\.0+$/, '') || exact;
  return { exact, typed, bare: typed.replaceAll('-', '') };
}

function withoutGrader(grader: Grader, text: string): string {
  const [name = ''] = /^[a-z]+/i.exec(text) ?? [];
  return parseGrader(name) === grader ? text.slice(name.length).replace(/^[\s:#-]+/, '') : text;
}
