import type { Card } from '@gcd/client';
import type { VNode } from 'preact';
import { pathWith } from './page-links.view.js';

const YEAR = /^\d{4}(-(\d{2}|\d{4}))?$/;

/** Renders links to the set of a card, to its parallels in the set, and to other cards with the same name. */
export function RelatedSection({ card }: { card: Card }): VNode {
  const { category, year, set_name, name, card_number } = card.parsed_description;
  const filter = { category, year: YEAR.test(year) ? year : '' };
  const parallels = pathWith('/', { query: `${set_name} ${card_number}`, ...filter });
  return (
    <section aria-labelledby="related">
      <h2 id="related">Related cards</h2>
      <ul class="links">
        <li>
          <a href={`/sets/${card.set_id}`}>All cards of this set</a>
        </li>
        {set_name && card_number && (
          <li>
            <a href={parallels}>Parallels of #{card_number.replace(/^#/, '')}</a>
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
