import japaneseNames from './data/japanese-names.json' with { type: 'json' };
import japaneseSets from './data/japanese-sets.json' with { type: 'json' };
import nicknames from './data/nicknames.json' with { type: 'json' };
import pokemonNames from './data/pokemon-names.json' with { type: 'json' };
import asianNames from './data/pokemon-names-asia.json' with { type: 'json' };
import pokemonSets from './data/pokemon-sets.json' with { type: 'json' };
import synonyms from './data/synonyms.json' with { type: 'json' };
import { romanize } from './romaji.js';
import { maxTypos, typosBetween } from './similar.js';
import { isInScript, laterYears, pairsOf, termOf } from './terms.js';
import { wordsOf } from './words.js';

const MAX_MEANINGS = 20;

function piecesOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    // Queries are read without `and`.
    if (word.kind === 'plain') return word.pieces.filter((piece) => piece !== 'and');
    if (word.kind !== 'year') return [word.text];
    return [String(word.first), ...laterYears(word).slice(0, 1)];
  });
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

/** The common English names of sets. */
export const SET_NAMES: readonly string[] = pokemonSets.map(([english = '']) => english);

type Meanings = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Calls a function at the first use of its result, because most processes that import this module never use it. */
function lazy<Value>(create: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= create();
    return value;
  };
}

const phrases = lazy((): Meanings => {
  const meanings = new Map<string, string[][]>();
  for (const { written, means } of synonyms) {
    add(meanings, piecesOf(written).join(' '), piecesOf(means).map(termOf));
  }
  for (const [nickname = '', ...names] of nicknames) {
    for (const name of names) {
      add(meanings, piecesOf(nickname).join(' '), piecesOf(name).map(termOf));
    }
  }
  for (const [set = '', ...names] of [...pokemonSets, ...japaneseSets]) {
    for (const name of names) {
      add(meanings, piecesOf(name).join(' '), piecesOf(set).flatMap(termsOfPiece));
    }
  }
  return meanings;
});

const MIN_TOGETHER = 6;

/** Meanings of the phrases, written without spaces. */
const together = lazy(
  (): Meanings =>
    new Map(
      [...phrases()].flatMap(([phrase, meanings]) => {
        const key = phrase.replaceAll(' ', '');
        return key.length >= MIN_TOGETHER ? [[key, meanings]] : [];
      }),
    ),
);

/** Translations of the names of Pokemon and their trainers: for each name, the terms of the name in each other language. */
const translations = lazy((): Meanings => {
  const meanings = new Map<string, string[][]>();
  for (const namesOfPokemon of [...pokemonNames, ...asianNames, ...japaneseNames]) {
    const romanized = namesOfPokemon.map(romanize).filter((name) => name !== '');
    const names = [...namesOfPokemon, ...romanized].map((name) => {
      const pieces = piecesOf(name);
      return { phrase: pieces.join(' '), terms: pieces.flatMap(termsOfPiece) };
    });
    for (const { phrase } of names) {
      for (const other of names) if (other.phrase !== phrase) add(meanings, phrase, other.terms);
    }
  }
  return meanings;
});

type Named = readonly [name: string, meanings: readonly (readonly string[])[]];
const inOrder = (meanings: Meanings): Named[] =>
  [...meanings].sort(([first], [second]) => (first < second ? -1 : 1));
const sortedPhrases = lazy(() => inOrder(phrases()));
const sortedTranslations = lazy(() => inOrder(translations()));

/** Returns the names that begin with a text, from a sorted list. */
function beginningWith(names: readonly Named[], beginning: string): readonly Named[] {
  let [first, end] = [0, names.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    if ((names[middle] as Named)[0] < beginning) first = middle + 1;
    else end = middle;
  }
  while (names[end]?.[0].startsWith(beginning)) end += 1;
  return names.slice(first, end);
}

/** Whether a phrase of folded words is a name that has another name in Japanese. */
export function isTranslatedName(phrase: string): boolean {
  return phrase.includes(' ') && translations().has(phrase);
}

/** Returns the terms of a part of a name. In a script without spaces, these are pairs of adjacent characters. */
function termsOfPiece(piece: string): string[] {
  return isInScript(piece) ? pairsOf(piece) : [termOf(piece)];
}

/**
 * Returns the meanings of a phrase that collectors use.
 * @param phrase folded words, separated by spaces
 * @returns the terms of each meaning
 */
export function synonymsOf(phrase: string): readonly (readonly string[])[] {
  return phrases().get(phrase) ?? together().get(phrase) ?? [];
}

const MIN_UNFINISHED = 6;

/** Returns the meanings of the phrases that begin with several folded words, of which the last may be unfinished. */
export function synonymsFrom(beginning: string): readonly (readonly string[])[] {
  const last = beginning.slice(beginning.lastIndexOf(' ') + 1);
  if (beginning.length < MIN_UNFINISHED || last.length < 3) return [];
  return beginningWith(sortedPhrases(), beginning)
    .filter(([phrase]) => phrase[beginning.length] !== ' ')
    .flatMap(([, meanings]) => meanings)
    .slice(0, MAX_MEANINGS);
}

/**
 * Returns the names of a Pokemon in other languages.
 * @param name folded words, separated by spaces
 * @returns the terms of each name
 */
export function translationsOf(name: string): readonly (readonly string[])[] {
  return translations().get(name) ?? [];
}

/** Minimum length of the beginning of a nickname. Shorter beginnings fit too many nicknames. */
const MIN_BEGINNING = 4;

/**
 * Returns the meanings of nicknames, and of names of Pokemon in other languages, that begin with a folded word.
 * @returns the terms of each meaning
 */
export function meaningsFrom(beginning: string): readonly (readonly string[])[] {
  if (beginning.length < MIN_BEGINNING) return [];
  return [sortedPhrases(), sortedTranslations()]
    .flatMap((names) => beginningWith(names, beginning))
    .filter(([name]) => !name.includes(' '))
    .flatMap(([, meanings]) => meanings)
    .slice(0, MAX_MEANINGS);
}

/** Returns the meanings of the nicknames of one word that a folded word may be a misspelling of. */
export function meaningsOfSimilar(text: string): readonly (readonly string[])[] {
  const most = maxTypos(text);
  if (most === 0) return [];
  return beginningWith(sortedPhrases(), text.slice(0, 1))
    .filter(([name]) => !name.includes(' '))
    .filter(([name]) => typosBetween(text, name, false, most) <= most)
    .flatMap(([, meanings]) => meanings)
    .slice(0, MAX_MEANINGS);
}
