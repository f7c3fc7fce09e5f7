import pokemonNames from './data/pokemon-names.json' with { type: 'json' };
import pokemonSets from './data/pokemon-sets.json' with { type: 'json' };
import synonyms from './data/synonyms.json' with { type: 'json' };
import { romanize } from './romaji.js';
import { pairsOf, termOf } from './terms.js';
import { wordsOf } from './words.js';

const SCRIPT = /[\p{Script=Han}\p{Script=Katakana}]/u;

function piecesOf(text: string): string[] {
  return wordsOf(text).flatMap((word) => {
    if (word.kind === 'plain') return word.pieces;
    return word.kind === 'year' ? [String(word.first)] : [word.text];
  });
}

function add<Value>(map: Map<string, Value[]>, key: string, value: Value): void {
  const values = map.get(key);
  if (values) values.push(value);
  else map.set(key, [value]);
}

const SYNONYMS = new Map<string, string[][]>();
for (const { written, means } of synonyms) {
  add(SYNONYMS, piecesOf(written).join(' '), piecesOf(means).map(termOf));
}

for (const [english = '', ...others] of pokemonSets) {
  for (const other of others) {
    add(SYNONYMS, piecesOf(other).join(' '), piecesOf(english).map(termOf));
  }
}

/** Translations of the names of Pokemon: for each name, the terms of the name in each other language. */
const TRANSLATIONS = new Map<string, (readonly string[])[]>();
for (const namesOfPokemon of pokemonNames) {
  const romanized = namesOfPokemon.map(romanize).filter((name) => name !== '');
  const names = [...namesOfPokemon, ...romanized].map(piecesOf);
  for (const from of names) {
    const others = names.filter((name) => name.join() !== from.join());
    for (const to of others) add(TRANSLATIONS, from.join(' '), to.flatMap(termsOfPiece));
  }
}

/** Returns the terms of a part of a name. In a script without spaces, these are pairs of adjacent characters. */
function termsOfPiece(piece: string): string[] {
  return SCRIPT.test(piece) ? pairsOf(piece) : [termOf(piece)];
}

/**
 * Returns the meanings of a phrase that collectors use.
 * @param phrase folded words, separated by spaces
 * @returns the terms of each meaning
 */
export function synonymsOf(phrase: string): readonly (readonly string[])[] {
  return SYNONYMS.get(phrase) ?? [];
}

/**
 * Returns the names of a Pokemon in other languages.
 * @param name one folded word
 * @returns the terms of each name
 */
export function translationsOf(name: string): readonly (readonly string[])[] {
  return TRANSLATIONS.get(name) ?? [];
}
