import type { Card } from '@gcd/client';
import type { VNode } from 'preact';
import { ApiRequest } from './api-link.view.js';
import { day, graderName, UNKNOWN, webAddress } from './format.js';
import { Cell, Scrolls } from './scrolls.view.js';

/** Renders the grader cards of a card, with the ids that the API accepts. */
export function EntriesSection({ card, apiUrl }: { card: Card; apiUrl: string }): VNode {
  const { graders, graders_included, population_data } = card.population;
  return (
    <section aria-labelledby="entries">
      <h2 id="entries">Ids by grader</h2>
      <p>
        {card.is_universal_match
          ? 'Each grader has its own catalog. These records are the same card.'
          : 'This card is not matched with a record of another grader.'}
      </p>
      <details>
        <summary>Ids, specs and population reports</summary>
        <Scrolls label="Table of ids by grader">
          <table class="list entries">
            <thead>
              <tr>
                <th scope="col">Grader</th>
                <th scope="col">Card id</th>
                <th scope="col">Spec</th>
                <th scope="col">Last change</th>
                <th scope="col">Population report</th>
              </tr>
            </thead>
            <tbody>
              {graders_included.map((grader) => {
                const entry = graders[grader];
                const set = webAddress(entry?.set_url);
                return (
                  <tr>
                    <th scope="row">{graderName(grader)}</th>
                    <Cell label="Card id">{entry && <ShortId id={entry.card_id} isLink />}</Cell>
                    <Cell label="Spec">{entry?.spec_id ?? UNKNOWN}</Cell>
                    <Cell label="Last change">
                      {day(population_data.by_grader[grader]?.last_population_change ?? null)}
                    </Cell>
                    <Cell label="Population report">
                      {set ? (
                        <a href={set} rel="external noopener nofollow">
                          at {graderName(grader)}
                        </a>
                      ) : (
                        UNKNOWN
                      )}
                    </Cell>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </Scrolls>
      </details>
      <p class="quiet">
        Latest counts: {day(population_data.data_last_updated)}.
        {card.universal_card_id && (
          <>
            {' '}
            Universal id <ShortId id={card.universal_card_id} />
          </>
        )}
      </p>
      <ApiRequest
        apiUrl={apiUrl}
        operation="getCardPopulation"
        target={`/v1/cards/${card.card_id}/population`}
      />
    </section>
  );
}

const SHORT = 8;

/** Renders the beginning of an id, with a button that copies the whole id. */
function ShortId({ id, isLink = false }: { id: string; isLink?: boolean }): VNode {
  const short = <code title={id}>{id.slice(0, SHORT)}…</code>;
  return (
    <span class="id">
      {isLink ? <a href={`/card/${id}`}>{short}</a> : short}
      <CopyButton text={id} label={`Copy the id ${id}`} />
    </span>
  );
}

/** Renders a button that copies `text`. The button is hidden in browsers without scripts. */
export function CopyButton({ text, label }: { text: string; label: string }): VNode {
  return (
    <button type="button" class="copy scripts-only" data-copy={text} aria-label={label}>
      Copy
    </button>
  );
}
