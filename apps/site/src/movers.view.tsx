import type { Movers } from '@gcd/client';
import type { VNode } from 'preact';
import type { FilterValues } from './api.js';
import { ApiRequest } from './api-link.view.js';
import { CardLink } from './card-link.view.js';
import { Choice } from './choice.view.js';
import { CategorySelect, FilterForm } from './filters.view.js';
import { day, gemRate, graderName, number } from './format.js';
import type { Page } from './page.js';
import { pathWith } from './page-links.view.js';
import { Cell, Scrolls } from './scrolls.view.js';

/** The options that a visitor selected on the movers page. */
export interface MoversChoice {
  readonly window: string;
  readonly metric: string;
  /** Category whose movers are shown; empty for all categories. */
  readonly category: string;
}

/** Renders the page that lists the cards whose population grew the most. */
export function moversPage(
  movers: Movers,
  choice: MoversChoice,
  apiUrl: string,
  values: FilterValues | undefined,
): Page {
  const { window, results } = movers;
  const urlOf = (base: string, change: Partial<MoversChoice> = {}): string => {
    const chosen = { ...choice, ...change };
    return pathWith(base, {
      window: chosen.window === 'week' ? '' : chosen.window,
      metric: chosen.metric === 'copies' ? '' : chosen.metric,
      category: chosen.category,
    });
  };
  return {
    title: 'Movers',
    section: 'movers',
    description: `The cards with the most ${choice.metric === 'gems' ? 'gem copies' : 'copies'} graded after ${day(window.start)}, up to ${day(window.end)}, over PSA, Beckett, SGC and CGC.`,
    canonical: urlOf('/movers'),
    isNoindex: choice.category !== '',
    body: (
      <>
        <h1 class="found">Movers</h1>
        <p>
          The cards to which the most {choice.metric === 'gems' ? 'gem copies' : 'copies'} were
          added after {day(window.start)}, up to {day(window.end)}, over all graders.
        </p>
        <p class="choices">
          <Choice current={choice.window} value="week" url={urlOf('/movers', { window: 'week' })}>
            Week
          </Choice>
          <Choice current={choice.window} value="month" url={urlOf('/movers', { window: 'month' })}>
            Month
          </Choice>
        </p>
        <p class="choices">
          <Choice
            current={choice.metric}
            value="copies"
            url={urlOf('/movers', { metric: 'copies' })}
          >
            All copies
          </Choice>
          <Choice current={choice.metric} value="gems" url={urlOf('/movers', { metric: 'gems' })}>
            Gem copies
          </Choice>
        </p>
        <FilterForm
          action="/movers"
          isSet={choice.category !== ''}
          unfilteredUrl={urlOf('/movers', { category: '' })}
        >
          <input type="hidden" name="window" value={choice.window} />
          <input type="hidden" name="metric" value={choice.metric} />
          <CategorySelect value={choice.category} values={values} />
        </FilterForm>
        {results.length > 0 ? (
          <MoversTable movers={results} />
        ) : (
          <p>
            No copies were added in this period. <a href="/movers">Movers of all categories</a>
          </p>
        )}
        <ApiRequest
          apiUrl={apiUrl}
          operation="listMovers"
          target={urlOf('/v1/cards/population/movers')}
        />
      </>
    ),
  };
}

/** Renders cards with the copies that were added to them. @param isPast whether the totals are newer than the period */
export function MoversTable({
  movers,
  isPast = false,
}: {
  movers: Movers['results'];
  isPast?: boolean;
}): VNode {
  const total = isPast ? 'Graded by now' : 'Graded';
  return (
    <Scrolls label="Table of movers">
      <table class="list">
        <thead>
          <tr>
            <th scope="col">Card</th>
            <th scope="col">Added</th>
            <th scope="col">{total}</th>
            <th scope="col">{isPast ? 'Gem rate now' : 'Gem rate'}</th>
          </tr>
        </thead>
        <tbody>
          {movers.map((card) => (
            <tr>
              <th scope="row">
                <CardLink card={card} />
                {card.universal_card_id === null && <small>{graderName(card.grader)} only</small>}
              </th>
              <Cell label="Added">+{number(card.added)}</Cell>
              <Cell label={total}>{number(card.total_population)}</Cell>
              <Cell label={isPast ? 'Gem rate now' : 'Gem rate'}>
                {gemRate(card.gem_total, card.total_population)}
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolls>
  );
}
