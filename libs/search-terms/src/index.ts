export * from './entry.js';
export * from './lexeme-query.js';
export * from './lexemes.js';
export * from './match.js';
export {
  isCategory,
  isLanguage,
  isNoise,
  isOptionalInName,
  isPrint,
  isSport,
  meansJapanese,
  specialPrint,
  sportsOf,
} from './optional-terms.js';
export * from './plain-name.js';
export * from './query.js';
export * from './sets.js';
export * from './similar.js';
export { meaningsFrom, meaningsOfSimilar, SET_NAMES, translationsOf } from './synonyms.js';
export { isInScript, spellingsOf, termOf } from './terms.js';
export type { Variant } from './variants.js';
