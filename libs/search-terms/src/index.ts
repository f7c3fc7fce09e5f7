export * from './entry.js';
export * from './lexemes.js';
export * from './match.js';
export * from './plain-name.js';
export * from './query.js';
export * from './sets.js';
export * from './similar.js';
export {
  isCategory,
  isLanguage,
  isNoise,
  isOptionalInName,
  isPrint,
  specialPrint,
} from './optional-terms.js';
export { spellingsOf, termOf } from './terms.js';
export { meaningsFrom, SET_NAMES, translationsOf } from './synonyms.js';
export * from './lexeme-query.js';
export type { Variant } from './variants.js';
