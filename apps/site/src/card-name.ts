import type { SearchResult } from '@gcd/client';

type Parts = NonNullable<SearchResult['parsed_description']>;

/** The name of a card as pages show it. */
export interface CardName {
  /** Title of the card, such as `Charizard-Holo #4`. */
  readonly title: string;
  /** Category, year with set, subset and parallel, in this order. Unknown values are omitted. */
  readonly context: readonly string[];
}

/** Derives the name of a card from its parsed description or, if there is none, from its whole description. */
export function cardName(description: string, parts: Parts | undefined): CardName {
  if (!parts?.name) return { title: description, context: [] };
  const { name, card_number, category, year, set_name, parallel, subset } = parts;
  return {
    title: card_number ? `${name} #${card_number.replace(/^#/, '')}` : name,
    context: [category, [year, set_name].filter(Boolean).join(' '), subset, parallel].filter(
      (part): part is string => Boolean(part),
    ),
  };
}
