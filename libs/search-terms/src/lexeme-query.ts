import { lexemeOf, type Mark } from './lexemes.js';
import type { QueryWord } from './query.js';
import type { Variant } from './variants.js';

const SHORTEST_LONG_PREFIX = 3;

/** A condition on the lexemes of a card. */
export type LexemeQuery =
  | Lexeme
  | { readonly operator: 'and' | 'or'; readonly parts: LexemeQuery[] };

/** Matches a lexeme or, if `prefix` is present, all lexemes that begin with it. Short prefixes match many words. */
export interface Lexeme {
  readonly lexeme: string;
  readonly prefix?: 'short' | 'long';
}

const NOTHING: LexemeQuery = { operator: 'or', parts: [] };

/** Whether a query matches no card. */
export const isNothing = (query: LexemeQuery): boolean =>
  'parts' in query && query.operator === 'or' && query.parts.length === 0;

export function and(...parts: LexemeQuery[]): LexemeQuery {
  const [first] = parts;
  if (parts.some(isNothing)) return NOTHING;
  return first && parts.length === 1 ? first : { operator: 'and', parts };
}

export function or(...all: LexemeQuery[]): LexemeQuery {
  const parts = all.filter((part) => !isNothing(part));
  const [first] = parts;
  return first && parts.length === 1 ? first : { operator: 'or', parts };
}

/** Returns a query that requires all words. @param mark where every term must occur; if undefined, anywhere on the card */
export function allOf(words: readonly QueryWord[], mark?: Mark): LexemeQuery {
  return and(...words.map((word) => queryOf(word, mark)));
}

/** Returns a query that requires any meaning of a word. */
export function queryOf({ variants }: QueryWord, mark?: Mark): LexemeQuery {
  const parts = variants.map((variant) => ofVariant(variant, mark));
  return or(...new Map(parts.map((part) => [JSON.stringify(part), part])).values());
}

function ofVariant({ terms, prefix, completions }: Variant, mark?: Mark): LexemeQuery {
  const last = terms.length - 1;
  const parts = terms.map((term, index): LexemeQuery => {
    // The letters of a card number need not be in the number field, because they may be part of the set name. An
    // example is number 44 of the set "SVP".
    const isMarked = mark !== 'number' || terms.length === 1 || /\d/.test(term);
    const exact = (each: string) => ({ lexeme: lexemeOf(each, isMarked ? mark : undefined) });
    if (!prefix || index < last) return exact(term);
    if (completions) return or(...completions.map(exact));
    return { ...exact(term), prefix: term.length < SHORTEST_LONG_PREFIX ? 'short' : 'long' };
  });
  return and(...parts);
}

/** Returns the query without its short prefixes. */
export function withoutShortPrefixes(query: LexemeQuery): LexemeQuery {
  if (!('parts' in query)) return query.prefix === 'short' ? NOTHING : query;
  const parts = query.parts.map(withoutShortPrefixes);
  return query.operator === 'and' ? and(...parts) : or(...parts);
}

/** Returns the lexemes of a query. */
export function lexemesIn(query: LexemeQuery): Lexeme[] {
  return 'parts' in query ? query.parts.flatMap(lexemesIn) : [query];
}

/** Returns a `tsquery` in which every lexeme is quoted. It is empty if no card matches. */
export function toTsquery(query: LexemeQuery): string {
  if (!('parts' in query)) {
    const quoted = `'${query.lexeme.replace(/['\\]/g, '$&$&')}'`;
    return query.prefix ? `${quoted}:*` : quoted;
  }
  if (isNothing(query)) return '';
  return `(${query.parts.map(toTsquery).join(query.operator === 'and' ? ' & ' : ' | ')})`;
}
