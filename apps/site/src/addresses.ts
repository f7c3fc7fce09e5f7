import type { Card, CardSet } from '@gcd/client';

/** The fields of a card that its address is made of. */
export type AddressedCard = Pick<Card, 'card_id' | 'universal_card_id' | 'display_name'> & {
  readonly parsed_description?: { readonly category: string } | undefined;
};

// With an id, shorter than the longest parameter that the router accepts, which has 100 characters.
const MAX_SLUG = 55;
const ID = /[0-9a-f]{40}$/i;

/** Converts a text to a part of an address: `Pokémon GO` to `pokemon-go`. */
const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_SLUG)
    .replace(/^-|-$/g, '');

const joined = (parts: readonly string[]): string => parts.filter(Boolean).join('-');

/** Returns the id of the universal card or, if the card is not matched, of the grader card. */
export const pageIdOf = ({ universal_card_id, card_id }: AddressedCard): string =>
  universal_card_id ?? card_id;

/**
 * Returns the path of a card's page, such as `/card/pokemon/1999-base-set/4-charizard-85c8…`. The id at its end
 * identifies the card. The words before it can change.
 */
export function cardPath(card: AddressedCard): string {
  const { names, set, number } = partsOf(card.display_name);
  const own = joined([slug(`${number} ${names}`), pageIdOf(card)]);
  return `/card/${slug(card.parsed_description?.category ?? '') || 'other'}/${slug(set) || 'other'}/${own}`;
}

/** Returns the path of a set's page, such as `/sets/pokemon/1999-base-set-375017c0…`. */
export const setPath = ({
  set_id,
  category,
  display_name,
}: Pick<CardSet, 'set_id' | 'category' | 'display_name'>): string =>
  `/sets/${slug(category) || 'other'}/${joined([slug(display_name), set_id])}`;

/** Splits the name of a card: `Charizard, 1st Edition`, `1999 Base Set` and `4`. */
export function partsOf(displayName: string): { names: string; set: string; number: string } {
  const [, names = '', set = '', number = ''] =
    /^(?:(.*), )?(.*?)(?: #(.*))?$/.exec(displayName) ?? [];
  return { names, set, number };
}

/** Returns the path of the page of a card's set. */
export const setPathOf = ({ set_id, display_name, parsed_description: { category } }: Card) =>
  setPath({ set_id, category, display_name: partsOf(display_name).set });

/** Returns a name for a saved file, with what it is about and the date of its data. */
export const fileName = (subject: string, file: string, date: string | null): string =>
  joined([slug(subject), ...(date ? [date] : []), file]);

/** Returns the id at the end of an address. An address without an id is returned whole; the API rejects it. */
export const idIn = (address: string): string => ID.exec(address)?.[0] ?? address;
