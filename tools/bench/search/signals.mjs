// Measures the contribution of each relevance signal, by ranking the cards found for the same titles without it.
import { rank } from '../../../apps/search/dist/finding.js';
import { WEIGHTS } from '../../../apps/search/dist/relevance.js';
import { searchIn } from './in-process.mjs';

const every = (fields, value) =>
  Object.fromEntries(Object.keys(fields).map((field) => [field, value]));

const VARIANTS = {
  unchanged: WEIGHTS,
  'missing words cost nothing': { ...WEIGHTS, lost: 0 },
  'all fields have the same weight': {
    ...WEIGHTS,
    worth: every(WEIGHTS.worth, 3),
    numberElsewhere: 3,
  },
  'numbers count like other words': {
    ...WEIGHTS,
    worth: { ...WEIGHTS.worth, number: 2 },
    numberElsewhere: 2,
  },
  'no penalty for missing terms': { ...WEIGHTS, unnamed: every(WEIGHTS.unnamed, 0) },
  'no penalty for missing parallels and subsets': {
    ...WEIGHTS,
    unnamed: { ...WEIGHTS.unnamed, parallel: 0, subset: 0 },
  },
  'no weight for whole names': { ...WEIGHTS, whole: { name: 0, set: 0 } },
  'prefixes count like words': { ...WEIGHTS, beginning: 1 },
  'later variants count like the first': { ...WEIGHTS, laterVariant: 1 },
};

/**
 * Prints the share of titles whose card is ranked first.
 * @param forms name and labeled queries of each form
 */
export async function signals(database, labels, forms) {
  const { rows } = await database.query("select id, encode(card_id, 'hex') as card_id from cards");
  const labelOf = new Map(rows.map(({ id, card_id }) => [id, labels.get(card_id)]));
  const { service } = searchIn(database);
  const table = Object.fromEntries(Object.keys(VARIANTS).map((variant) => [variant, {}]));
  for (const [form, queries] of forms) {
    const first = Object.fromEntries(Object.keys(VARIANTS).map((variant) => [variant, 0]));
    for (const { title, label } of queries) {
      const found = await service.find([...title].slice(0, 200).join(''));
      for (const [variant, weights] of Object.entries(found ? VARIANTS : {})) {
        const [best] = rank(found.words, found.cards, weights);
        if (labelOf.get(best.card) === label) first[variant] += 1;
      }
    }
    for (const [variant, count] of Object.entries(first)) {
      table[variant][form] = (count / queries.length).toFixed(3);
    }
  }
  console.table(table);
}
