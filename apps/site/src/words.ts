/** Matches a word of letters and digits. */
export const WORD = /[\p{L}\p{N}]+/gu;

/** Removes accents and capitals. */
export const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Splits a search text into words, ignoring case and accents. */
export const searchWords = (query: string): readonly string[] => fold(query).match(WORD) ?? [];
