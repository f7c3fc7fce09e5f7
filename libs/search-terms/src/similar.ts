/** Minimum length in characters of a word that can be corrected. */
export const MIN_CORRECTED = 4;
const MIN_TWO_TYPOS = 8;
/** Maximum length in characters of a word that can be corrected. Names are never longer. */
const MAX_CORRECTED = 40;
const PREFIX = 8;
/**
 * Minimum number of consonants in a word that is compared by sound. A word with fewer consonants sounds like too many
 * other words.
 */
const MIN_SOUND = 3;
/** Replacements that give different spellings of a sound the same form. They are applied in order. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/^kn|^gn/, 'n'],
  [/^wr/, 'r'],
  [/gh(?=t|$)/g, ''],
  [/ph|v/g, 'f'],
  [/c(?=[eiy])|z/g, 's'],
  [/tch/g, 'ch'],
  [/x/g, 'ks'],
  [/[cqg]/g, 'k'],
  [/d/g, 't'],
];
/** Cache of respelled words, which is cleared when it is full. */
const respelled = new Map<string, string>();
const MAX_RESPELLED = 20_000;
const CORRECTABLE = /^\p{L}+$/u;

/** Returns the maximum number of typos in a word. A typo is an inserted, missing, wrong or swapped letter. */
export function maxTypos(word: string): number {
  if (word.length < MIN_CORRECTED || word.length > MAX_CORRECTED || !CORRECTABLE.test(word))
    return 0;
  return word.length < MIN_TWO_TYPOS ? 1 : 2;
}

/**
 * Returns index keys for finding similar words. Words that differ by a few typos have at least one key in common. Each
 * key is a hash of the start of the word without some of its letters (symmetric deletion).
 * @param deletions maximum number of omitted letters
 */
export function similarityKeys(word: string, deletions: number): number[] {
  const forms = new Set([word.slice(0, PREFIX)]);
  let longest = [...forms];
  for (let round = 0; round < deletions; round += 1) {
    longest = longest.flatMap((form) =>
      Array.from(form, (_, index) => form.slice(0, index) + form.slice(index + 1)),
    );
    for (const form of longest) forms.add(form);
  }
  return [...new Set([...forms].map(hash))];
}

/** Returns the index keys of a vocabulary term; none if the term is never offered as a correction. */
export function vocabularyKeys(term: string): number[] {
  if (term.length < MIN_CORRECTED - 1 || !CORRECTABLE.test(term)) return [];
  return [...similarityKeys(term, term.length > MIN_CORRECTED ? 2 : 1), ...soundKeys(term)];
}

/** Returns the index key for finding words that sound alike; none if the word has too few consonants. */
export function soundKeys(word: string): number[] {
  const sound = soundOf(word);
  return sound.length < MIN_SOUND ? [] : [hash(`~${sound}`)];
}

/**
 * Returns the consonants of an English word as they sound: `trknt` for `dragonight` and `dragonite`. The result is
 * empty for other scripts.
 */
export function soundOf(word: string): string {
  if (!/^[a-z]+$/.test(word) || word.length > MAX_CORRECTED) return '';
  const sound = respell(word);
  const first = /^[aeiouy]/.test(sound) ? 'a' : '';
  return first + sound.replace(/[aeiouyhw]/g, '').replace(/(.)\1+/g, '$1');
}

/** Spells a word as it sounds: `drakonit` for `dragonight`. */
function respell(word: string): string {
  const known = respelled.get(word);
  if (known !== undefined) return known;
  const sound = SOUNDS.reduce((text, [pattern, letters]) => text.replace(pattern, letters), word);
  const single = sound.replace(/(.)\1+/g, '$1');
  if (respelled.size >= MAX_RESPELLED) respelled.clear();
  respelled.set(word, single);
  return single;
}

/** Whether a word is a misspelling of a term: few letters differ, in writing or as they sound. */
export function isMisspelling(word: string, term: string, most = maxTypos(word)): boolean {
  if (typosBetween(word, term, false, most) <= most) return true;
  const sound = respell(word);
  return sound.length >= MIN_SOUND && typosBetween(sound, respell(term), false, most) <= most;
}

/** Returns the FNV-1a hash of `text` as a signed 32-bit integer. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return value | 0;
}

/**
 * Counts the inserted, missing, wrong or swapped letters between two words.
 * @param isPrefix whether to compare with all prefixes of the term; the result is then the lowest number of typos
 * @param limit a higher count may be returned as infinity
 */
export function typosBetween(
  word: string,
  term: string,
  isPrefix = false,
  limit = Number.POSITIVE_INFINITY,
): number {
  if (!isPrefix && Math.abs(word.length - term.length) > limit) return Number.POSITIVE_INFINITY;
  let before: number[] = [];
  let row = Array.from({ length: term.length + 1 }, (_, index) => index);
  let least = 0;
  for (let i = 1; i <= word.length; i += 1) {
    const next = [i];
    const leastBefore = least;
    least = i;
    for (let j = 1; j <= term.length; j += 1) {
      const cost = word[i - 1] === term[j - 1] ? 0 : 1;
      let best = Math.min(
        (row[j] as number) + 1,
        (next[j - 1] as number) + 1,
        (row[j - 1] as number) + cost,
      );
      if (i > 1 && j > 1 && word[i - 1] === term[j - 2] && word[i - 2] === term[j - 1]) {
        best = Math.min(best, (before[j - 2] as number) + 1);
      }
      if (best < least) least = best;
      next.push(best);
    }
    // The distance for swapped letters is based on the row before the previous one, so check that row, too.
    if (least > limit && leastBefore >= limit) return Number.POSITIVE_INFINITY;
    before = row;
    row = next;
  }
  return isPrefix ? Math.min(...row) : (row[term.length] as number);
}
