import { Learner } from '@gcd/matching';
import { HALVES, isHeldOut, labelsOf } from './sources.mjs';
import { Tally } from './tally.mjs';
import { Universe } from './universe.mjs';

/**
 * Measures the matching of products that two sources list in different words. One source represents PSA and the other
 * represents Beckett. The products are divided into two halves, and the matcher learns from each half separately.
 */
export function twoOrigins(products) {
  return HALVES.map((half, at) => {
    const ofHalf = products.filter(({ a }) => isHeldOut(`${a.title} ${a.year}`) === (at === 1));
    const universes = ofHalf.map(universeOfProduct);
    const learner = new Learner();
    const order = ofHalf.map(({ a }, index) => [a.year, index]);
    order.sort(([x], [y]) => (x < y ? -1 : 1));
    for (const [, index] of order) universes[index].teach(learner);
    const knowledge = learner.finish();
    const tally = new Tally();
    for (const universe of universes) tally.count(universe, knowledge);
    return { half, tally };
  });
}

function universeOfProduct(product) {
  const universe = new Universe();
  const labels = new Map();
  for (const [n, pair] of labelsOf(product).entries())
    for (const card of pair) labels.set(card, `${n}`);
  for (const [grader, set] of [
    ['psa', product.a],
    ['beckett', product.b],
  ]) {
    for (const card of set.cards) {
      const section = /^base( set)?$/i.test(card.section) ? '' : card.section;
      const description = `${set.season} ${set.title} ${section} #${card.number} ${card.subject}`;
      const entry = {
        category: set.category,
        year: set.season,
        set_name: set.title,
        name: card.subject,
        card_number: card.number,
        subset: section,
        description,
      };
      universe.add(grader, entry, labels.get(card) ?? null);
    }
  }
  return universe;
}
