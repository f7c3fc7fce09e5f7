// Measures the precision and recall of matching on real names. The styles in matching/ create the grader cards. Each has
// a label that identifies its real card. The labels are hidden from the matcher.
import { Learner } from '@gcd/matching';
import { isCatalogued, readSource, STYLES } from '@gcd/sample';
import { Random } from '@gcd/synth';
import { readOptions } from './harness/options.mjs';
import { Results } from './harness/results.mjs';
import { drawStyle, renderChecklistCard } from './matching/first-style.mjs';
import { drawGameStyle, gameCards, renderGameCard } from './matching/game.mjs';
import { twoOrigins } from './matching/origins.mjs';
import { inJapanese, renderPokemonCard } from './matching/pokemon.mjs';
import { GRADERS, HALVES, LISTED, SEED } from './matching/settings.mjs';
import {
  FILES,
  groupBy,
  isHeldOut,
  missing,
  readChecklists,
  sameProducts,
} from './matching/sources.mjs';
import { Tally } from './matching/tally.mjs';
import { titles } from './matching/titles.mjs';
import { Universe } from './matching/universe.mjs';

/** Share of the sections that each grader lists in the part `sparse`. */
const SPARSE = 0.4;
/** Share of the Pokemon sets that are also listed in Japanese. */
const JAPANESE = 0.25;
const EDITION = /1st Edition|Shadowless/i;

/** The parts, each with a title and a function that measures it. */
const PARTS = {
  checklists: ['checklists, written as four graders would', () => checklists()],
  sparse: ['checklists, of which each grader lists some sections', () => checklists(SPARSE)],
  origins: [
    'products that two origins list, in their own words',
    () => twoOrigins(products.filter(({ isWhole }) => isWhole)),
  ],
  pokemon: ['Pokemon prints, written as four graders would', pokemon],
  game: ['a game without rules of its own', game],
  titles: ['marketplace titles and certs', () => titles(values.data)],
};
const HELP = `Usage: npm run bench:matching -- --data DIR [--only PARTS] [--list N] [--years YEARS]
--data DIR     directory with NAME.csv.gz for each NAME of: ${FILES.slice(0, 4).join(', ')},
               ${FILES.slice(4, 7).join(', ')},
               ${FILES.slice(7).join(', ')}
--only PARTS   parts to measure, separated by commas (default: ${Object.keys(PARTS).join(',')})
--list N       number of wrong and missed pairs of the working half to print per part (default: 0)
--years YEARS  years of the checklists, such as 2012,2016 (default: all)`;

const { values } = readOptions(HELP, {
  data: '',
  list: 0,
  only: Object.keys(PARTS).join(','),
  years: '',
});
const absent = missing(values.data);
if (absent.length > 0) {
  console.error(`--data: these real names are missing: ${absent.join(', ')}.`);
  process.exit(2);
}
const years = values.years.split(',').filter(Boolean);
const sets = (await readChecklists(values.data)).filter(
  ({ year }) => years.length === 0 || years.includes(year),
);
const products = sameProducts(sets);
const results = new Results('matching');
for (const name of values.only.split(',')) {
  const [title, measure] = PARTS[name];
  const tallies = await measure();
  results.table(
    title,
    tallies.flatMap(({ half, tally }) => tally.rows(half)),
  );
  for (const { half, tally } of tallies) {
    if (half !== HALVES[1] && values.list > 0) tally.list(values.list);
  }
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
      const list = (named, ownLabel, kind) => {
        if (!random.chance(LISTED[grader])) return;
        universe.add(grader, renderPokemonCard(named, style, random), ownLabel, kind);
      };
      list(name, label, EDITION.test(name.description) ? 'editions' : '');
      if (isJapanese && print.year < 2020)
        list(inJapanese(name, grader), `${label} ja`, 'Japanese');
    }
  }
}

function game() {
  const universe = new Universe();
  const random = new Random(`${SEED} game`);
  const styles = new Map();
  for (const [at, card] of gameCards(random).entries()) {
    for (const grader of GRADERS) {
      const key = `${grader} ${card.set.code}`;
      const style = styles.get(key) ?? drawGameStyle(grader, random);
      styles.set(key, style);
      if (random.chance(LISTED[grader])) universe.add(grader, renderGameCard(card, style), `${at}`);
    }
  }
  const tally = new Tally();
  tally.count(universe, universe.learn());
  return [{ half: 'all', tally }];
}
