/** Returns the first three to five words of a title. */
function cut(title, random) {
  return title
    .split(/\s+/)
    .slice(0, 3 + Math.floor(random() * 3))
    .join(' ');
}

/** Returns the name, year and number of a title, which are the first two words and all words with digits. */
function essence(title) {
  const [first, second, ...rest] = title.split(/\s+/);
  return [first, second, ...rest.filter((word) => /^(\d{4}|#.*\d.*)$/.test(word))]
    .slice(0, 5)
    .join(' ');
}

/** Returns the whole title, its first words, and its name, year and number. @param random a random generator */
export function formsOf(sample, random) {
  return [
    ['whole', sample],
    ['first 3 to 5 words', sample.map((each) => ({ ...each, title: cut(each.title, random) }))],
    ['two words, year, number', sample.map((each) => ({ ...each, title: essence(each.title) }))],
  ];
}
