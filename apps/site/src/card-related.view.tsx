import type { Card, SearchResult } from '@gcd/client';
import type { VNode } from 'preact';
import { pageIdOf, setPathOf } from './addresses.js';
import { soldUrl } from './format.js';
import { nameOf, namePath } from './name.js';
import { CardsTable } from './name.view.js';
import type { Frame } from './page.js';

/** Renders the prints of a card side by side, and links to its set and to other cards with the same name. */
export function RelatedSection({
  card,
  prints,
  frame,
}: {
  card: Card;
  prints: readonly SearchResult[];
  frame: Frame;
}): VNode {
  const name = nameOf(card.display_name);
  const path = card.parsed_description.name ? namePath(name) : undefined;
  return (
    <section aria-labelledby="related">
      <h2 id="related">Prints of this card</h2>
      {prints.length > 1 && (
        <CardsTable label="Table of prints" cards={prints} current={pageIdOf(card)} />
      )}
      <ul class="links">
        <li>
          <a href={setPathOf(card)}>All cards of this set</a>
        </li>
        {path && (
          <li>
            <a href={path}>All prints and years of {name}</a>
          </li>
        )}
        {frame.soldListingsUrl && (
          <li>
            <a href={soldUrl(frame, card.display_name)} rel="external noopener nofollow">
              Search for sold listings
            </a>
          </li>
        )}
      </ul>
    </section>
  );
}
