import type { Grader } from '@gcd/contracts';
import type { Card } from './cards.js';
import { creatureSerie } from './vocabulary.js';

/** How one grader writes the name of a card. */
export interface CatalogName {
  readonly description: string;
  readonly setName: string;
  readonly name: string;
  readonly cardNumber: string;
  readonly parallel: string;
  readonly subset: string;
}

/** Naming style of each grader. */
export const STYLES: Readonly<Record<Grader, (card: Card) => CatalogName>> = {
  psa,
  beckett,
  sgc,
  cgc,
};

const words = (...parts: (string | number)[]) => parts.filter((part) => part !== '').join(' ');
const isPokemon = (card: Card) => card.set.category === 'Pokemon';

/** Writes the name in upper case: `2018 TOPPS CHROME BASEBALL #150 MILES HARLAN REFRACTOR`. */
function psa(card: Card): CatalogName {
  const { title, category } = card.set;
  const set = isPokemon(card)
    ? words('Pokemon', creatureSerie(card.set.year), title)
    : words(title, category);
  const { name, number, parallel, subset } = card;
  const parts = {
    setName: set.toUpperCase(),
    name: name.toUpperCase(),
    cardNumber: number,
    parallel: parallel.replace(/ \/\d+$/, '').toUpperCase(),
    subset: subset.toUpperCase(),
  };
  const rookie = card.isRookie && parallel === '' ? 'ROOKIE' : '';
  const description = words(
    card.set.year,
    parts.setName,
    parts.subset,
    `#${number}`,
    parts.name,
    parts.parallel,
    rookie,
  );
  return { ...parts, description };
}

/** Writes the parallel as part of the set: `2018 Topps Chrome Baseball Refractors #150 Miles Harlan RC`. */
function beckett(card: Card): CatalogName {
  const { title, category, year } = card.set;
  const setName = isPokemon(card) ? words('Pokemon', title) : words(title, category);
  const { name, number, subset } = card;
  const parallel = card.parallel.replace(/(or|zm|ve)$/, '$1s');
  const rookie = card.isRookie ? 'RC' : '';
  const description = words(year, setName, subset, parallel, `#${number}`, name, rookie);
  return { description, setName, name, cardNumber: number, parallel, subset };
}

/** Writes the number last: `2018 Topps Chrome Baseball Miles Harlan Refractor #150`. */
function sgc(card: Card): CatalogName {
  const { title, category, year } = card.set;
  const setName = isPokemon(card) ? words('Pokemon TCG', title) : words(title, category);
  const { name, number, subset } = card;
  const parallel = card.parallel.replace(' /', ' #/');
  const description = words(year, setName, subset, name, parallel, `#${number}`);
  return { description, setName, name, cardNumber: number, parallel, subset };
}

/**
 * Writes the number without a number sign: `2018 Topps Chrome Refractor Miles Harlan 150`. The names of Pokemon cards
 * include their language: `2018 Lunar Tides English Holo Mew 150`.
 */
function cgc(card: Card): CatalogName {
  const { title, year } = card.set;
  const { name, number, parallel, subset } = card;
  const language = isPokemon(card) ? 'English' : '';
  const description = words(year, title, subset, language, parallel, name, number);
  return { description, setName: title, name, cardNumber: number, parallel, subset };
}
