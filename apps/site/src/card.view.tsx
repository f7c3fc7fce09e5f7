import type { Card, CardHistory, GradeRow } from '@gcd/client';
import type { VNode } from 'preact';
import type { Part } from './api.js';
import { cardName } from './card-name.js';
import { day, graderName, number, percent, UNKNOWN, webAddress } from './format.js';
import { HistorySection } from './history.view.js';
import { ApiCall, Fact, type Page } from './page.view.js';
import { PopulationSection } from './population.view.js';
import { Scrolls } from './scrolls.view.js';

/** What the page of a card is made of. */
export interface CardAnswers {
  readonly card: Card;
  readonly history: Part<CardHistory>;
  readonly grades: readonly GradeRow[];
}

/** The page of a card. */
export function cardPage({ card, history, grades }: CardAnswers, apiUrl: string): Page {
  const cardId = card.card_id ?? '';
  const { title, context } = cardName(card.description, card.parsed_description);
  const own = `/v1/cards/${cardId}?auto_split=true`;
  return {
    title: [title, ...context].join(', '),
    canonical: `/card/${card.universal_card_id ?? card.card_id}`,
    body: (
      <article>
        <header class="label">
          <p class="eyebrow">{context.join(' · ') || graderName(card.grader)}</p>
          <h1>{title}</h1>
          {title !== card.description && <p class="quiet">{card.description}</p>}
          <Summary card={card} />
          <p class="onward">
            <a href={`/sets/${card.set_id}`}>All cards of this set</a>
          </p>
        </header>
        <PopulationSection card={card} grades={grades} apiUrl={apiUrl} target={own} />
        <HistorySection
          history={history}
          apiUrl={apiUrl}
          target={`/v1/cards/${cardId}/population/history`}
        />
        <EntriesSection card={card} apiUrl={apiUrl} target={`/v1/cards/${cardId}/population`} />
      </article>
    ),
  };
}

function Summary({ card }: { card: Card }): VNode {
  const { population_data: data } = card.population;
  const psa = data.by_grader.psa;
  const signed = psa?.auto_split?.auto.total;
  return (
    <dl class="summary">
      <Fact label="Graded copies">{number(card.total_population)}</Fact>
      <Fact label="Gem copies">{number(card.gem_total)}</Fact>
      <Fact label="Gem rate">{percent(card.gem_rate)}</Fact>
      {psa && signed !== undefined && (
        <Fact label="Autographed (PSA)">
          {percent(signed / Math.max(1, psa.total))}
          <small>{number(signed)}</small>
        </Fact>
      )}
      <Fact label="Last change">
        <span class="date">{day(data.last_population_change)}</span>
      </Fact>
    </dl>
  );
}

function EntriesSection({
  card,
  apiUrl,
  target,
}: {
  card: Card;
  apiUrl: string;
  target: string;
}): VNode {
  const { graders, graders_included, population_data } = card.population;
  return (
    <section aria-labelledby="entries">
      <h2 id="entries">Entries of the graders</h2>
      <p>
        {card.is_universal_match
          ? 'Each grader has a catalog of its own. These entries are the same card.'
          : 'This card is not matched with an entry of another grader.'}
      </p>
      <Scrolls label="Table of the entries">
        <table class="entries">
          <thead>
            <tr>
              <th scope="col">Grader</th>
              <th scope="col">Card id</th>
              <th scope="col">Spec</th>
              <th scope="col">Last change</th>
              <th scope="col">Set</th>
            </tr>
          </thead>
          <tbody>
            {graders_included.map((grader) => {
              const entry = graders[grader];
              const set = webAddress(entry?.set_url);
              return (
                <tr>
                  <th scope="row">{graderName(grader)}</th>
                  <td>
                    {entry && (
                      <a href={`/card/${entry.card_id}`}>
                        <code>{entry.card_id}</code>
                      </a>
                    )}
                  </td>
                  <td>{entry?.spec_id ?? UNKNOWN}</td>
                  <td>{day(population_data.by_grader[grader]?.last_population_change ?? null)}</td>
                  <td>
                    {set ? (
                      <a href={set} rel="external noopener nofollow">
                        at {graderName(grader)}
                      </a>
                    ) : (
                      UNKNOWN
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Scrolls>
      <p class="quiet">
        Data as of {day(population_data.data_last_updated)}. Universal id{' '}
        <code>{card.universal_card_id ?? 'none'}</code>
      </p>
      <ApiCall apiUrl={apiUrl} target={target} />
    </section>
  );
}
