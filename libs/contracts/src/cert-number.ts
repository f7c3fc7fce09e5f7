import { type Grader, GRADER_NAMES, parseGrader } from './graders.js';

/** Maximum length of a cert number. No grader prints longer ones. */
export const MAX_CERT = 64;

/** A cert number or spec number as people type it, in the forms in which it is looked up. */
export interface TypedNumber {
  /** The text without surrounding white space or a leading `#`, which is looked up first. */
  readonly exact: string;
  /** The number in `exact`, without the words and signs around it and without inner spaces. */
  readonly typed: string;
  /** The number in `typed` without hyphens and leading zeros. Numbers with equal keys are the same number. */
  readonly key: string;
  /** The grader that the text names; null if it names none. */
  readonly grader: Grader | null;
  /** Whether a spreadsheet has rounded the number, as in `6.41E+07`. */
  readonly isRounded: boolean;
}

const MAX_URL_TEXT = 300;
const GRADER = GRADER_NAMES.join('|');
const WORD = `(?:${GRADER}|dna|cert(?:s|ificate|ification|ified)?|verification|serial|number|num)`;
// A number may begin with one or two letters, so a word of two letters must not be followed by a digit.
const SHORT_WORD = '(?:no|nr)(?!\\p{N})';
const SIGN = '[\\s"\'`“”„‘’‚«»()\\[\\]{}<>=#:;.,/|*_-]';
/** The symbology that a scanner writes before a barcode, such as `]C1`. */
const SYMBOLOGY = /^\][a-z]\d(?=\S)/i;
const BEFORE = new RegExp(`^(?:${SIGN}|(?:${WORD}+|${SHORT_WORD})(?!\\p{L}))*`, 'iu');
const AFTER = new RegExp(`(?:${SIGN}|(?<!\\p{L})${WORD})*$`, 'iu');
const NAMED_GRADER = new RegExp(`(?<!\\p{L})(?:${GRADER})(?!\\p{L})`, 'iu');
/** Matches the URL of a cert page, such as `https://www.psacard.com/cert/64062046`. */
const CERT_PAGE = new RegExp(
  `^(?:https?://)?[\\w.-]*?(${GRADER})[\\w.-]*\\.[a-z]{2,}/\\S*?(?:cert|lookup|verif|auth)\\S*?[/=]([a-z]{0,2}\\d[\\d-]{3,})(?:[/?&#]|$)`,
  'i',
);
/** Matches a number with a grade before or after it, which must not be read as one number. */
const WITH_GRADE = /^\d{1,2}\s+\d{6,}$|^\d{6,}\s+\d{1,2}$/;
/** Matches a number in its printed form, which most numbers of an import are. */
const PRINTED = /^\d(?:[\d-]*\d)?$/;
const THOUSANDS = /^\d{1,3}(?:,\d{3})+$/;
const ROUNDED = /^\d(?:[.,]\d+)?e\+\d+$|^\d[.,]\d+e\d+$/i;

/** Returns a cert number without surrounding white space and without a leading `#`. */
export function normalizeCert(text: string): string {
  return text.trim().replace(/^#/, '').trimStart();
}

/** Reads a cert number or spec number as people type it, such as `PSA Cert #64062046` or `64,062,046`. */
export function readNumber(text: string): TypedNumber {
  const exact = normalizeCert(text);
  if (PRINTED.test(exact)) return toNumber(exact, exact);
  const plain = exact
    .slice(0, MAX_URL_TEXT)
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(SYMBOLOGY, '');
  const clean = plain.replace(/[\p{Pd}\u2212]/gu, '-');
  const [, host, onPage] = CERT_PAGE.exec(clean.replace(/^["'(<]+|[)>"']+$/g, '')) ?? [];
  const [before = ''] = BEFORE.exec(clean) ?? [];
  const rest = clean.slice(before.length);
  const [after = ''] = AFTER.exec(rest) ?? [];
  const number = rest.slice(0, rest.length - after.length);
  const joined = WITH_GRADE.test(number) ? number : number.replace(/\s+/g, '');
  const whole = joined.replace(/(?<=\d)(?:\.0+|,0{1,2})$/, '');
  const read = (THOUSANDS.test(whole) ? whole.replaceAll(',', '') : whole) || exact;
  const typed = onPage ?? (exact.length > MAX_CERT ? exact : read);
  const named = host ?? NAMED_GRADER.exec(`${before} ${after}`)?.[0] ?? '';
  return toNumber(exact, typed, parseGrader(named), ROUNDED.test(joined));
}

function toNumber(
  exact: string,
  typed: string,
  grader: Grader | null = null,
  isRounded = false,
): TypedNumber {
  const key = typed.replaceAll('-', '').replace(/^0+/, '');
  return { exact, typed, key, grader, isRounded };
}
