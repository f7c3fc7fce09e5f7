import type { Card } from '@gcd/client';
import type { VNode } from 'preact';
import { pathWith } from './page-links.view.js';

const YEAR = /^\d{4}(-(\d{2}|\d{4}))?$/;

/**
 * Renders links to the set of a card, to its parallels and neighbors in the set, and to other cards with the same name.
 */
export function RelatedSection({ card }: { card: Card }): VNode {
  const { category, year, set_name, name, card_number } = card.parsed_description;
  const filter = { category, year: YEAR.test(year) ? year : '' };
  const inSet = (text: string): string =>
    pathWith('/', { query: `${set_name} ${text}`, ...filter });
  const position = /^\d{1,6}$/.test(card_number) ? Number(card_number) : 0;
  return (
    <section aria-labelledby="related">
      <h2 id="related">Related cards</h2>
      <ul class="links">
        <li>
          <a href={`/sets/${card.set_id}`}>All cards of this set</a>
        </li>
        {set_name && card_number && (
          <li>
            <a href={inSet(card_number)}>Parallels of #{card_number.replace(/^#/, '')}</a>
          </li>
        )}
        {set_name && position > 1 && (
          <li>
            <a href={inSet(String(position - 1))}>#{position - 1} in this set</a>
          </li>
        )}
        {set_name && position > 0 && (
          <li>
            <a href={inSet(String(position + 1))}>#{position + 1} in this set</a>
          </li>
        )}
        {name && (
          <li>
            <a href={pathWith('/', { query: name, category })}>Other cards named {name}</a>
          </li>
        )}
      </ul>
    </section>
  );
}
