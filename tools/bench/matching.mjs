// Measures the precision and recall of matching on real names. The styles in matching/ create the grader cards. Each has
// a label that identifies its real card. The labels are hidden from the matcher.
import { Learner } from '@gcd/matching';
import { isCatalogued, readSource, STYLES } from '@gcd/sample';
import { Random } from '@gcd/synth';
import { readOptions } from './harness/options.mjs';
import { Results } from './harness/results.mjs';
import { drawStyle, renderChecklistCard } from './matching/first-style.mjs';
import { twoOrigins } from './matching/origins.mjs';
import { inJapanese, renderPokemonCard } from './matching/pokemon.mjs';
import {
  GRADERS,
  groupBy,
  HALVES,
  isHeldOut,
  LISTED,
  readChecklists,
  SEED,
  sameProducts,
} from './matching/sources.mjs';
import { Tally } from './matching/tally.mjs';
import { titles } from './matching/titles.mjs';
import { Universe } from './matching/universe.mjs';

/** Share of the sections that each grader lists in the part `sparse`. */
const SPARSE = 0.4;
/** Share of the Pokemon sets that are also listed in Japanese. */
const JAPANESE = 0.25;

/** The parts, each with a title and a function that measures it. */
const PARTS = {
  checklists: ['checklists, written as four graders would', () => checklists()],
  sparse: ['checklists, of which each grader lists some sections', () => checklists(SPARSE)],
  origins: [
    'products that two origins list, in their own words',
    () => twoOrigins(products.filter(({ a, b, isWhole }) => isWhole && a.origin !== b.origin)),
  ],
  pokemon: ['Pokemon prints, written as four graders would', pokemon],
  titles: ['marketplace titles and certs', () => titles(values.data)],
};
const HELP = `Usage: npm run bench:matching -- --data DIR [--only PARTS]
--data DIR     directory with checklist_*, pokemon_* and pairs_*.csv.gz, and the other files of the sample dataset
--only PARTS   parts to measure, separated by commas (default: ${Object.keys(PARTS).join(',')})`;

const values = readOptions(HELP, { data: '', only: Object.keys(PARTS).join(',') });
const sets = await readChecklists(values.data);
const products = sameProducts(sets);
const results = new Results('matching');
for (const name of values.only.split(',')) {
  const [title, measure] = PARTS[name];
  const tallies = await measure();
  results.table(
    title,
    tallies.flatMap(({ half, tally }) => tally.rows(half)),
  );
}

/**
 * Measures the matching of checklists. For each half of the sets, the matcher learns from all years and
 * then matches year by year. Each grader lists only the given share of the sections.
 */
function checklists(sectionShare = 1) {
  // If two sources list the same product, skip the second one. Its cards would get different labels, although they are
  // the same cards.
  const second = new Set(products.map(({ b }) => b.id));
  const byYear = groupBy(
    sets.filter(({ id }) => !second.has(id)),
    ({ year }) => year,
  );
  const inOrder = [...byYear].sort(([a], [b]) => (a < b ? -1 : 1));
  return HALVES.map((half, at) => {
    const universes = inOrder.map(([, ofYear]) => () => {
      const own = ofYear.filter(({ title, year }) => isHeldOut(`${title} ${year}`) === (at === 1));
      return universeOfSets(own, sectionShare);
    });
    const learner = new Learner();
    for (const create of universes) create().teach(learner);
    const knowledge = learner.finish();
    const tally = new Tally();
    for (const create of universes) tally.count(create(), knowledge);
    return { half, tally };
  });
}

function universeOfSets(ofYear, sectionShare) {
  const universe = new Universe();
  for (const set of ofYear) {
    const random = new Random(`${SEED} ${set.id}`);
    const styles = GRADERS.map((grader) => drawStyle(grader, random));
    const listed = new Map();
    const lists = (grader, section) => {
      const key = `${grader} ${section}`;
      if (!listed.has(key)) listed.set(key, random.chance(sectionShare));
      return listed.get(key);
    };
    for (const card of set.cards) {
      const label = `${set.id} ${card.section} ${card.number} ${card.subject}`;
      for (const style of styles) {
        if (sectionShare < 1 && !lists(style.grader, card.section)) continue;
        if (!random.chance(LISTED[style.grader])) continue;
        universe.add(style.grader, renderChecklistCard({ ...card, set }, style, random), label);
      }
    }
  }
  return universe;
}

async function pokemon() {
  const { prints } = await readSource(values.data);
  const bySet = groupBy(prints.filter(isCatalogued), ({ setId }) => setId);
  return HALVES.map((half, at) => {
    const universe = new Universe();
    for (const [setId, ofSet] of bySet) {
      if (isHeldOut(setId) === (at === 1)) addPokemonSet(universe, setId, ofSet);
    }
    const tally = new Tally();
    tally.count(universe, universe.learn());
    return { half, tally };
  });
}

function addPokemonSet(universe, setId, prints) {
  const random = new Random(`${SEED} ${setId}`);
  const isJapanese = new Random(`${SEED} ${setId} Japanese`).chance(JAPANESE);
  for (const grader of GRADERS) {
    const style = drawStyle(grader, random);
    const names = prints.map((print) => ({ print, name: STYLES[grader](print) }));
    const alike = groupBy(names, ({ name }) => name.description);
    for (const { print, name } of names) {
      // If a grader's label does not distinguish between prints, the grader lists these prints as one card.
      if (alike.get(name.description).length > 1) continue;
      const label = `${print.id} ${print.variantType} ${print.variantSubtype} ${print.foil} ${print.stamps}`;
      const list = (named, ownLabel) => {
        if (!random.chance(LISTED[grader])) return;
        universe.add(grader, renderPokemonCard(named, style, random), ownLabel);
      };
      list(name, label);
      if (isJapanese && print.year < 2020) list(inJapanese(name, grader), `${label} ja`);
    }
  }
}
