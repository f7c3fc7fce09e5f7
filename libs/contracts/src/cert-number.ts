import { type Grader, parseGrader } from './graders.js';

/** A cert number in the spellings that it is looked up by. */
export interface CertNumber {
  /** Without surrounding spaces and a leading `#`. It is looked up first. */
  readonly exact: string;
  /** Also without inner spaces, a leading name of the grader, and a trailing `.0`. */
  readonly typed: string;
  /** `typed` without hyphens. */
  readonly bare: string;
}

/** A cert number as it is stored: without surrounding spaces and without a leading `#`. */
export function normalizeCert(text: string): string {
  return text.trim().replace(/^#/, '').trimStart();
}

/** Reads a cert number as people type it. */
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
