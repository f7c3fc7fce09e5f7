import type { Card, CardPopulationBatch } from '@gcd/client';
import type { VNode } from 'preact';
import { cardPath, pageIdOf } from './addresses.js';
import type { Page } from './page.js';
import { Scrolls } from './scrolls.view.js';

/** Counts of copies: all, gem, and those of each grader. */
type Counts = Readonly<Record<string, number>>;

/** A watched card as the script in the browser reads it. */
export interface WatchedCard {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly counts: Counts;
}

export const watchedCard = (card: CardPopulationBatch['cards'][number]): WatchedCard => {
  const { total, gem_total, by_grader } = card.population.population_data;
  const totals = Object.entries(by_grader).map(([grader, each]) => [grader, each.total]);
  return {
    id: card.requested_id,
    name: card.display_name,
    url: cardPath(card),
    counts: { total, gem: gem_total, ...Object.fromEntries(totals) },
  };
};

/** Renders the button that adds a card to the watch list. */
export function WatchButton({ card }: { card: Card }): VNode {
  return (
    <p class="watch scripts-only">
      <button type="button" data-watch={pageIdOf(card)} data-name={card.display_name}>
        Watch
      </button>
      <a href="/watch">Watch list</a>
    </p>
  );
}

const COLUMNS = ['Card', 'Graded', 'Added', 'Gem', 'Gem added', 'Remove'];

/** Renders the page that the script fills with the cards of the watch list. */
export const watchPage = (): Page => ({
  title: 'Watch list',
  section: 'watch',
  isNoindex: true,
  body: (
    <article>
      <h1 class="found">Watch list</h1>
      <p>
        The cards that you watch, with the copies that were added since your last visit. The list is
        kept in this browser, without an account. Export it to keep it or to move it to another
        browser.
      </p>
      <noscript>
        <p>
          Without JavaScript, the browser cannot keep this list. Allow scripts for this site, or
          bookmark the pages of cards or subscribe to their feeds.
        </p>
      </noscript>
      <section id="watched" class="scripts-only" aria-label="Watched cards">
        <p role="status" />
        <Scrolls label="Table of watched cards">
          <table class="list" hidden>
            <thead>
              <tr>
                {COLUMNS.map((text) => (
                  <th scope="col">{text}</th>
                ))}
              </tr>
            </thead>
            <tbody />
          </table>
        </Scrolls>
        <p class="watch">
          <button type="button" data-export>
            Export
          </button>
          <label>
            Import a file <input type="file" accept=".json,application/json" />
          </label>
        </p>
      </section>
    </article>
  ),
});
