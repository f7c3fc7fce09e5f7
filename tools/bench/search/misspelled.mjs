// Generates queries with mistakes, to measure the speed of search.
const LETTERS = [...'abcdefghijklmnoprstuw'];

/**
 * Returns generators of queries with mistakes, by kind. Without correction, such queries match few cards.
 * @param card returns a random card
 * @param random a random generator
 */
export function misspelled(card, random) {
  const wordsOf = () => {
    const { year, set_name, name } = card();
    return [year, ...set_name.split(' ').slice(0, 2), ...name.split(/[ /]/).slice(0, 2)];
  };
  const mistype = (word) => {
    if (word.length < 5) return word;
    const at = random.integer(1, word.length - 2);
    const kind = random.integer(0, 2);
    if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
    return word.slice(0, at) + random.pick(LETTERS) + word.slice(kind === 1 ? at : at + 1);
  };
  return {
    'one typo': () => {
      const words = wordsOf();
      return [...words.slice(0, -1), mistype(words.at(-1))].join(' ');
    },
    'a typo in every word': () => wordsOf().map(mistype).join(' '),
    'two words joined': () => {
      const [year, set, ...rest] = wordsOf();
      return [year, set + (rest[0] ?? ''), ...rest.slice(1)].join(' ');
    },
    'year off by one': () => {
      const [year, ...rest] = wordsOf();
      return [Number.parseInt(year, 10) + 1 || year, ...rest].join(' ');
    },
    'words of two cards': () => [...wordsOf().slice(1), ...wordsOf().slice(1)].join(' '),
    'words of a seller': () =>
      `L@@K ${wordsOf().join(' ')} vintage estate dealer stock sharp corners PSA 10?`,
  };
}
