import type { FoundCard } from '@gcd/client';

type Parts = NonNullable<FoundCard['parsed_description']>;

/** How a card is called on a page. */
export interface CardName {
  /** For example `Charizard-Holo #4`. */
  readonly title: string;
  /** Category, year, set and what sets it apart, as far as they are known. */
  readonly context: readonly string[];
}

/** The name of a card: by the parts of its description, or where those are not known by all of it. */
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
