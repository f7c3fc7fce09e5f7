import { type EntryTerms, FIELDS } from './entry.js';

/**
 * The first letter of a lexeme that says where its term is: which grader's card has it, or which field. Terms are lower
 * case, so none of them begins with such a letter.
 */
const MARKS = { psa: 'P', beckett: 'B', sgc: 'S', cgc: 'C', number: 'N', name: 'A' } as const;

/** Where a term must be: in the card of one grader, or in one field. */
export type Mark = keyof typeof MARKS;

/** The lexeme of a term: anywhere on a card, or with a mark only there. */
export function lexemeOf(term: string, mark?: Mark): string {
  return mark ? `${MARKS[mark]}${term}` : term;
}

/** All lexemes of a card: each term of its grader cards, plain and marked. */
export function lexemesOf(
  graderCards: readonly {
    readonly grader: Exclude<Mark, 'number' | 'name'>;
    readonly terms: EntryTerms;
  }[],
): Set<string> {
  const lexemes = new Set<string>();
  for (const { grader, terms } of graderCards) {
    for (const field of FIELDS) {
      for (const term of terms[field]) {
        lexemes.add(term).add(lexemeOf(term, grader));
        if (field === 'number' || field === 'name') lexemes.add(lexemeOf(term, field));
      }
    }
  }
  return lexemes;
}
