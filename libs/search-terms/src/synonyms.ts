import pokemonNames from './data/pokemon-names.json' with { type: 'json' };
import synonyms from './data/synonyms.json' with { type: 'json' };
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

/** By the words of a name, its terms in the other languages. */
const TRANSLATIONS = new Map<string, (readonly string[])[]>();
for (const namesOfPokemon of pokemonNames) {
  const names = namesOfPokemon.map(piecesOf);
  for (const from of names) {
    const others = names.filter((name) => name.join() !== from.join());
    for (const to of others) add(TRANSLATIONS, from.join(' '), to.flatMap(termsOfPiece));
  }
}

/** A name in a script without spaces is indexed by each two neighboring characters. */
function termsOfPiece(piece: string): string[] {
  return SCRIPT.test(piece) ? pairsOf(piece) : [termOf(piece)];
}

/** What collectors mean by a phrase. @param phrase folded words with spaces between. @returns the terms of each meaning */
export function synonymsOf(phrase: string): readonly (readonly string[])[] {
  return SYNONYMS.get(phrase) ?? [];
}

/** The names of a Pokemon in other languages. @param name folded, of one word. @returns the terms of each */
export function translationsOf(name: string): readonly (readonly string[])[] {
  return TRANSLATIONS.get(name) ?? [];
}
