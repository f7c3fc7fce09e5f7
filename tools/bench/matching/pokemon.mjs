// Renders real Pokemon cards in the styles of graders' catalogs.
import { mistyped, without } from './first-style.mjs';

/** Renders a Pokemon card. @param name the name in the grader's catalog, as formatted for the sample dataset */
export function renderPokemonCard(name, style, random) {
  const number = random.chance(0.3) ? name.cardNumber.replace(/^0+(?=\d)/, '') : name.cardNumber;
  const subject = random.chance(0.004) ? mistyped(name.name, random) : name.name;
  const columns = {
    category: style.grader === 'cgc' ? 'Pokémon' : 'Pokemon',
    year: name.year,
    set_name: name.setName,
    name: subject,
    card_number: number,
    parallel: name.parallel,
    subset: name.subset,
  };
  const description = name.description
    .split(' ')
    .map((word) =>
      word === name.cardNumber ? number : word === `#${name.cardNumber}` ? `#${number}` : word,
    )
    .join(' ')
    .replace(name.name, () => subject);
  return { ...without(columns, style), description };
}

/** Formats a name as on the label of a Japanese card. */
export function inJapanese(name, grader) {
  const before = {
    psa: [/^(\d+ POKEMON)/, '$1 JAPANESE'],
    beckett: [/^(\d+ Pokemon)/, '$1 Japanese'],
  };
  const [pattern, replacement] = before[grader] ?? [/$/, ''];
  const set = name.setName.replace(/^(Pokemon)/i, grader === 'psa' ? '$1 JAPANESE' : '$1 Japanese');
  const setName = /japanese/i.test(set) ? set : `${set} Japanese`;
  const described =
    grader === 'sgc'
      ? name.description.replace(name.setName, setName)
      : grader === 'cgc'
        ? name.description.replace('English', 'Japanese').replace(/ (\w+) EN -/, '')
        : name.description.replace(pattern, replacement);
  return { ...name, setName, description: described };
}
