import { indexTerms } from './terms.js';
import { wordsOf } from './words.js';

/** The version of the rules that turn texts into lexemes. A search table of another version is rebuilt. */
export const TERMS_VERSION = 3;

/** The parts of an entry that are searched. */
export interface EntryText {
  readonly description: string;
  readonly year: string;
  readonly set_name: string;
  readonly name: string;
  readonly card_number: string;
  readonly parallel: string | null;
  readonly subset: string | null;
}

/** Where in an entry a term stands; `other` is what only the description has. */
export const FIELDS = ['number', 'year', 'name', 'set', 'parallel', 'subset', 'other'] as const;

/** One of {@link FIELDS}. */
export type Field = (typeof FIELDS)[number];

/** The terms of an entry, each in the first field that has it. */
export type EntryTerms = Readonly<Record<Field, readonly string[]>>;

// A catalog repeats its words: most are found here. Bounded, and made anew when full.
const KEPT_TEXTS = 100_000;
// What a hostile description may cost. Real ones have 10 to 20.
const MAX_TERMS = 500;
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

/** The terms by which an entry is found. */
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
    name: fresh(termsOf(entry.name)),
    set: fresh(termsOf(entry.set_name)),
    parallel: fresh(termsOf(entry.parallel ?? '')),
    subset: fresh(termsOf(entry.subset ?? '')),
    other: fresh(entry.description.split(' ').flatMap(termsOf)).slice(0, MAX_TERMS),
  };
}

/** Writes the terms of an entry as one line. {@link readTerms} reads it. */
export function writeTerms(terms: EntryTerms): string {
  return FIELDS.map((field) => terms[field].join(' ')).join('\t');
}

/** Reads what {@link writeTerms} wrote. @returns where each term stands */
export function readTerms(line: string): Map<string, Field> {
  const fields = new Map<string, Field>();
  line.split('\t').forEach((terms, index) => {
    const field = FIELDS[index];
    if (!field || terms === '') return;
    for (const term of terms.split(' ')) fields.set(term, field);
  });
  return fields;
}
