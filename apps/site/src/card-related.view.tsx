import type { Card, SearchResult } from '@gcd/client';
import type { VNode } from 'preact';
import { cardPath, pageIdOf, setPathOf } from './addresses.js';
import { number, percent, soldUrl } from './format.js';
import type { Frame } from './page.js';
import { pathWith } from './page-links.view.js';
import { Cell, Scrolls } from './scrolls.view.js';

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
  const { category } = card.parsed_description;
  const name = card.display_name.split(', ')[0] ?? '';
  return (
    <section aria-labelledby="related">
      <h2 id="related">Prints of this card</h2>
      {prints.length > 1 && <Prints card={card} prints={prints} />}
      <ul class="links">
        <li>
          <a href={setPathOf(card)}>All cards of this set</a>
        </li>
        {card.parsed_description.name && (
          <li>
            <a href={pathWith('/', { query: name, category, sort: 'population' })}>
              All cards named {name}
            </a>
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

function Prints({ card, prints }: { card: Card; prints: readonly SearchResult[] }): VNode {
  return (
    <Scrolls label="Table of prints">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Print</th>
            <th scope="col">Graded</th>
            <th scope="col">Gem</th>
            <th scope="col">Gem rate</th>
          </tr>
        </thead>
        <tbody>
          {prints.map((print) => (
            <tr>
              <th scope="row">
                <a
                  href={cardPath(print)}
                  aria-current={pageIdOf(print) === pageIdOf(card) ? 'page' : undefined}
                >
                  {print.display_name}
                </a>
              </th>
              <Cell label="Graded">{number(print.total_population)}</Cell>
              <Cell label="Gem">{number(print.gem_total)}</Cell>
              <Cell label="Gem rate">{percent(print.gem_rate)}</Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
