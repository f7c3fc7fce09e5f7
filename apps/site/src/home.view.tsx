import type { Grader, ListPage, Movers, SetRow } from '@gcd/client';
import type { VNode } from 'preact';
import type { Part } from './api.js';
import { day, graderName } from './format.js';
import { MoversTable } from './movers.view.js';
import type { Page } from './page.view.js';
import { SetsTable } from './sets.view.js';

const GRADERS: readonly Grader[] = ['psa', 'beckett', 'sgc', 'cgc'];

const MAX_ROWS = 8;

/** What the home page shows of the data. */
export interface HomeParts {
  readonly movers: Part<Movers>;
  readonly sets: Part<ListPage<SetRow>>;
}

/** The page before anything is searched for. */
export const homePage = ({ movers, sets }: HomeParts): Page => ({
  title: 'Search',
  body: (
    <div id="results">
      <section class="hero">
        <div>
          <p class="eyebrow">PSA · Beckett · SGC · CGC</p>
          <h1>How many are there, and how good?</h1>
          <p>
            The populations of all four graders, card by card and over three years, for collectors,
            dealers and developers.
          </p>
          {movers.value && <p class="quiet">Data up to {day(movers.value.window.end)}.</p>}
        </div>
        <Ornament />
      </section>
      <div class="ways">
        <section>
          <h2>By its name</h2>
          <p>
            Type in the box above what is on the card: year, set, name, number, in any order. All
            words must match; the last may be unfinished.
          </p>
          <p class="tries">
            {['charizard', 'pikachu promo', 'mewtwo holo'].map((query) => (
              <a href={`/?query=${encodeURIComponent(query)}`}>{query}</a>
            ))}
          </p>
        </section>
        <section>
          <h2>By its cert</h2>
          <p>A graded copy has a number on its label. It says where that copy stands.</p>
          <CertForm />
        </section>
        {movers.value && movers.value.results.length > 0 && (
          <section aria-labelledby="movers">
            <h2 id="movers">Most graded this week</h2>
            <MoversTable movers={movers.value.results.slice(0, MAX_ROWS)} />
            <p class="onward">
              <a href="/movers">All movers</a>
            </p>
          </section>
        )}
        {sets.value && sets.value.items.length > 0 && (
          <section aria-labelledby="sets">
            <h2 id="sets">Largest sets</h2>
            <SetsTable sets={sets.value.items.slice(0, MAX_ROWS)} />
            <p class="onward">
              <a href="/sets">All sets</a>
            </p>
          </section>
        )}
      </div>
    </div>
  ),
});

// A population as most of them are: few low grades, many nines.
const HEIGHTS = [5, 7, 9, 13, 18, 27, 40, 66, 100, 58];

function Ornament(): VNode {
  return (
    <svg class="ornament" viewBox="0 0 200 116" aria-hidden="true">
      {HEIGHTS.map((height, index) => (
        <>
          <rect x={index * 20} y={102 - height} width="17" height={height} rx="1.5" />
          <text x={index * 20 + 8.5} y="113">
            {index + 1}
          </text>
        </>
      ))}
    </svg>
  );
}

/** Leads to the page of a cert. */
export function CertForm(): VNode {
  return (
    <form action="/cert" class="cert-form">
      <label>
        Grader
        <select name="grader">
          {GRADERS.map((grader) => (
            <option value={grader}>{graderName(grader)}</option>
          ))}
        </select>
      </label>
      <label>
        Cert number
        <input name="cert" required maxLength={64} autocomplete="off" spellcheck={false} />
      </label>
      <button type="submit">Look up</button>
    </form>
  );
}
