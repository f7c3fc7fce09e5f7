import type { StagedValue } from './file-kind.js';

/** Reason why a row of a dataset file is rejected. */
export class Rejection extends Error {
  override readonly name = 'Rejection';

  /**
   * @param column the invalid column; empty if the whole row is invalid
   * @param reason sentences for the operator that say what is wrong and what is allowed
   * @param staged values of the first staging columns to store with the rejected row, for a later step that adds
   * details to the reason
   */
  constructor(
    readonly column: string,
    readonly reason: string,
    readonly staged: readonly StagedValue[] = [],
  ) {
    super(reason);
  }
}

const MAX_SHOWN = 40;

// Characters that can change how a terminal, a spreadsheet or an XML document shows the text around them. Direction marks
// such as U+200E are allowed: they cannot reverse other text, and copied names often contain them.
const CONTROL_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufffe\uffff]/u;
const EVERY_CONTROL_CHARACTER = new RegExp(CONTROL_CHARACTERS, 'gu');
const CONTROL_CHARACTERS_IN_LINES = new RegExp(`[${CONTROL_CHARACTERS.source}--[\\t\\r\\n]]`, 'v');

/**
 * Checks that a value has no control characters.
 * @param hasLines whether line breaks and tabs are allowed
 * @throws Rejection that names the first control character
 */
export function checkPrintable(column: string, value: string, hasLines: boolean): void {
  const [found] = (hasLines ? CONTROL_CHARACTERS_IN_LINES : CONTROL_CHARACTERS).exec(value) ?? [];
  if (found === undefined) return;
  const code = hexOf(found).toUpperCase();
  throw new Rejection(column, `${column} must not contain the control character U+${code}.`);
}

/** Quotes a value for a message, shortened and on one line. Control characters are escaped. */
export function shown(value: string): string {
  const text = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
  return JSON.stringify(text).replace(
    EVERY_CONTROL_CHARACTER,
    (character) => `\\u${hexOf(character)}`,
  );
}

function hexOf(character: string): string {
  return character.charCodeAt(0).toString(16).padStart(4, '0');
}

/**
 * Creates the rejection of a value with the wrong format.
 * @param subject the subject of the sentence; by default, the column
 */
export function mustBe(
  column: string,
  format: string,
  value: string,
  subject: string = column,
): Rejection {
  return new Rejection(column, `${subject} must be ${format}, not ${shown(value)}.`);
}
