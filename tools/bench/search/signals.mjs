// Measures the contribution of each relevance signal and each relaxation step, by searching for the same titles with
// that signal or step disabled.
import { readQuery } from '@gcd/search-terms';
import { relaxationSteps } from '../../../apps/search/dist/relaxation.js';
import { readEntries, relevance, WEIGHTS } from '../../../apps/search/dist/relevance.js';
import { CANDIDATES } from '../../../apps/search/dist/search.queries.js';

const every = (fields, value) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, value]));
const all = (attempts) => attempts;

const VARIANTS = {
  unchanged: [WEIGHTS, all],
  'all words must match': [WEIGHTS, (attempts) => attempts.slice(0, 1)],
  'no search by year, number and name': [
    WEIGHTS,
    (attempts) => attempts.filter(({ byEntry }) => !byEntry),
  ],
  'all fields have the same weight': [
    { ...WEIGHTS, worth: every(WEIGHTS.worth, 3), numberElsewhere: 3 },
    all,
  ],
  'numbers count like other words': [
    { ...WEIGHTS, worth: { ...WEIGHTS.worth, number: 2 }, numberElsewhere: 2 },
    all,
  ],
  'no penalty for missing terms': [{ ...WEIGHTS, unnamed: every(WEIGHTS.unnamed, 0) }, all],
  'no penalty for missing parallels and subsets': [
    { ...WEIGHTS, unnamed: { ...WEIGHTS.unnamed, parallel: 0, subset: 0 } },
    all,
  ],
  'no weight for whole names': [{ ...WEIGHTS, whole: { name: 0, set: 0 } }, all],
  'prefixes count like words': [{ ...WEIGHTS, beginning: 1 }, all],
  'later variants count like the first': [{ ...WEIGHTS, laterVariant: 1 }, all],
};

/**
 * Prints the share of titles whose card is ranked first.
 * @param forms name and labeled queries of each form
 */
export async function signals(database, labels, forms) {
  const { rows } = await database.query("select id, encode(card_id, 'hex') as card_id from cards");
  const labelOf = new Map(rows.map(({ id, card_id }) => [id, labels.get(card_id)]));
  const table = [];
  for (const [name, [weights, choose]] of Object.entries(VARIANTS)) {
    const row = { variant: name };
    for (const [form, queries] of forms) {
      let first = 0;
      for (const { title, label } of queries) {
        const [best] = await rank(database, title, weights, choose);
        if (best && labelOf.get(best.card) === label) first += 1;
      }
      row[form] = (first / queries.length).toFixed(3);
    }
    table.push(row);
  }
  console.table(table);
}

async function rank(database, text, weights, choose) {
  const words = readQuery(text, true);
  for (const attempt of choose(relaxationSteps(words))) {
    const values = [attempt.tsquery(true), attempt.tsquery(false)];
    const { rows } = await database.query({ ...CANDIDATES, values });
    const cards = rows
      .map(({ card, popularity, entries }) => ({ card, popularity, entries: readEntries(entries) }))
      .filter(
        ({ entries }) => !attempt.byEntry || entries.some(({ terms }) => attempt.fits(terms)),
      );
    if (cards.length === 0) continue;
    return cards
      .map(({ card, popularity, entries }) => ({
        card,
        score: Math.max(
          ...entries.map(({ terms }) => relevance(words, terms, popularity, weights)),
        ),
      }))
      .sort((a, b) => b.score - a.score || a.card - b.card);
  }
  return [];
}
