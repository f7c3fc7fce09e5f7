import type { Grader } from '@gcd/client';
import type { VNode } from 'preact';
import { graderName } from './format.js';
import type { Page } from './page.view.js';

const GRADERS: readonly Grader[] = ['psa', 'beckett', 'sgc', 'cgc'];

/** The page before anything is searched for. */
export const homePage = (): Page => ({
  title: 'Search',
  body: (
    <div id="results">
      <section class="hero">
        <div>
          <p class="eyebrow">PSA · Beckett · SGC · CGC</p>
          <h1>How many are there, and how good?</h1>
          <p>
            Each time a copy of a card is graded, it is counted. Here are the counts of all four
            graders, card by card, and how they grew over three years.
          </p>
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
