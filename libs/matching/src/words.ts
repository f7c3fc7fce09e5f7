import { ANY_PHRASE, GRAMMAR, PHRASES, SYNONYMS } from './vocabulary.js';

/**
 * Splits a string into comparable words in lower case, without accents, punctuation or plurals. Different spellings of
 * a word become one form: `Autographs – Die-Cut` becomes `auto`, `diecut`.
 */
export function wordsOf(text: string): string[] {
  let folded = ` ${fold(text)} `;
  if (ANY_PHRASE.test(folded)) {
    for (const [pattern, word] of PHRASES) folded = folded.replace(pattern, word);
  }
  return folded
    .split(' ')
    .filter((word) => word !== '' && !GRAMMAR.has(word))
    .map(canonical);
}

/**
 * Splits a name like {@link wordsOf}, but removes only the word `and`, and replaces no words. The names `A and B` and
 * `A / B` become equal.
 */
export function nameWordsOf(text: string): string[] {
  return fold(text)
    .split(' ')
    .filter((word) => word !== '' && word !== 'and');
}

/**
 * Reduces a string to lower-case letters and digits with single spaces. Punctuation within a word is removed (`Te'o`,
 * `C.J.`), and other punctuation separates words (`Die-Cut`, `A/B`). A print run keeps its slash: `/25`, `#/25`,
 * `#d /25`.
 */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[☆★]/g, ' gold star ')
    .replace(/δ/g, ' delta species ')
    .replace(/♀/g, ' female ')
    .replace(/♂/g, ' male ')
    .replace(/['’‘`´"“”]/g, '')
    .replace(/\b(\p{L})\. ?(?=\p{L}\.)/gu, '$1')
    .replace(/(?:#d? ?)?\/(?=\d)/g, ' run')
    .replace(/[^\p{L}\p{N}]+/gu, ' ');
}

/** Returns the canonical spelling of a word. */
export function canonical(word: string): string {
  const known = SYNONYMS.get(word);
  if (known !== undefined) return known;
  const single = singular(word);
  return SYNONYMS.get(single) ?? single;
}

function singular(word: string): string {
  if (/(?:ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2);
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}
