import { indexTerms } from './terms.js';
import { wordsOf } from './words.js';

/**
 * Version of the rules that convert text to lexemes. `admin migrate` rebuilds a search table that was built with
 * another version.
 */
export const TERMS_VERSION = 7;

/** The searchable fields of a grader card. */
export interface EntryText {
  readonly description: string;
  readonly year: string;
  readonly set_name: string;
  readonly name: string;
  readonly card_number: string;
  readonly parallel: string | null;
  readonly subset: string | null;
}

/** The fields of a grader card in which a term can occur. Terms in `other` occur only in the description. */
export const FIELDS = ['number', 'year', 'name', 'set', 'parallel', 'subset', 'other'] as const;

export type Field = (typeof FIELDS)[number];

/** The terms of a grader card, each under the first field that contains it. */
export type EntryTerms = Readonly<Record<Field, readonly string[]>>;

// Maximum number of strings in the cache of terms, which is cleared when it is full. Catalogs repeat words, so most
// strings are in the cache.
const KEPT_TEXTS = 100_000;
// Maximum number of terms in a string, which limits the cost of malicious input. Real descriptions have 10 to 20 terms.
const MAX_TERMS = 500;
/** Matches the symbol of gold star cards. In queries, it is usually decoration. */
const GOLD_STAR = /(?<=\s)[★☆](?=\s|$)/gu;
let kept = new Map<string, readonly string[]>();

function termsOf(text: string): readonly string[] {
  let terms = kept.get(text);
  if (!terms) {
    terms = [...new Set(wordsOf(text).flatMap(indexTerms))].slice(0, MAX_TERMS);
    if (kept.size >= KEPT_TEXTS) kept = new Map();
    kept.set(text, terms);
  }
  return terms;
}

export function termsOfEntry(entry: EntryText): EntryTerms {
  const seen = new Set<string>();
  const fresh = (terms: Iterable<string>): string[] => {
    const added: string[] = [];
    for (const term of terms) {
      if (seen.has(term)) continue;
      seen.add(term);
      added.push(term);
    }
    return added;
  };
  return {
    number: fresh(termsOf(entry.card_number)),
    year: fresh(termsOf(entry.year)),
    name: fresh(termsOf(entry.name.replace(GOLD_STAR, 'gold star'))),
    set: fresh(termsOf(entry.set_name)),
    parallel: fresh(termsOf(entry.parallel ?? '')),
    subset: fresh(termsOf(entry.subset ?? '')),
    other: fresh(entry.description.split(' ').flatMap(termsOf)).slice(0, MAX_TERMS),
  };
}

/** Serializes terms as one line for {@link readTerms}. */
export function writeTerms(terms: EntryTerms): string {
  return FIELDS.map((field) => terms[field].join(' ')).join('\t');
}

/** Parses the output of {@link writeTerms}. @returns the field of each term */
export function readTerms(line: string): Map<string, Field> {
  const fields = new Map<string, Field>();
  line.split('\t').forEach((terms, index) => {
    const field = FIELDS[index];
    if (!field || terms === '') return;
    for (const term of terms.split(' ')) fields.set(term, field);
  });
  return fields;
}
