import { lexemeOf, type Mark } from './lexemes.js';
import type { QueryWord } from './query.js';
import type { Variant } from './variants.js';

const SHORTEST_LONG_PREFIX = 3;

export interface TsqueryOptions {
  /** Whether to include prefixes of one or two letters, which match many words. */
  readonly withShortPrefixes: boolean;
  /** Where every term must occur; if undefined, anywhere on the card. */
  readonly mark?: Mark | undefined;
  /** Operator between words. `&` (default): all words must match. `|`: any word may match. */
  readonly operator?: '&' | '|';
}

/** Returns a `tsquery` in which every term is quoted. The result is empty if there are no words. */
export function toTsquery(
  words: readonly QueryWord[],
  { withShortPrefixes, mark, operator = '&' }: TsqueryOptions,
): string {
  return words
    .map(({ variants }) => {
      const selected = variants.filter(
        (variant) =>
          variant.completions?.length !== 0 && (withShortPrefixes || !isShortPrefix(variant)),
      );
      const each = new Set(selected.map((variant) => variantToTsquery(variant, mark)));
      return `(${[...each].join(' | ')})`;
    })
    .join(` ${operator} `);
}

function isShortPrefix({ terms, prefix }: Variant): boolean {
  return prefix === true && (terms[terms.length - 1] ?? '').length < SHORTEST_LONG_PREFIX;
}

function variantToTsquery({ terms, prefix, completions }: Variant, mark?: Mark): string {
  const last = terms.length - 1;
  const quoted = terms.map((term, index) => {
    // The letters of a card number need not be in the number field, because they may be part of the set name. An
    // example is number 44 of the set "SVP".
    const isMarked = mark !== 'number' || terms.length === 1 || /\d/.test(term);
    const quote = (each: string) =>
      `'${lexemeOf(each, isMarked ? mark : undefined).replace(/['\\]/g, '$&$&')}'`;
    if (!prefix || index < last) return quote(term);
    return completions ? `(${completions.map(quote).join(' | ')})` : `${quote(term)}:*`;
  });
  return quoted.join(' & ');
}
