// Measures matching on real names: precision and recall by kind of difference, and missed matches by reason.
// The styles in matching/ create the grader cards. Each has a label that identifies its real card. The labels are
// hidden from the matcher.
import { Learner } from '@gcd/matching';
import { isCatalogued, readSource, STYLES } from '@gcd/sample';
import { Random } from '@gcd/synth';
import { drawGameStyle, gameCards, renderGameCard } from './matching/game.mjs';
import { twoOrigins } from './matching/origins.mjs';
import { inJapanese, renderPokemonCard } from './matching/pokemon.mjs';
import { realDescriptions } from './matching/real.mjs';
import { drawStyle, renderChecklistCard } from './matching/first-style.mjs';
import { GRADERS, HALVES, LISTED, SEED } from './matching/settings.mjs';
import { FILES, isHeldOut, missing, readChecklists, sameProducts } from './matching/sources.mjs';
import { drawSecondStyle, renderSecondStyle } from './matching/second-style.mjs';
import { Tally } from './matching/tally.mjs';
import { drawThirdStyle, renderThirdStyle } from './matching/third-style.mjs';
import { Universe } from './matching/universe.mjs';
import { readOptions } from './harness/options.mjs';

const PARTS = ['checklists', 'sparse', 'second', 'third', 'origins', 'pokemon', 'game', 'real'];
const HELP = `Usage: npm run bench:matching -- --data DIR [--only PARTS] [--list N] [--years YEARS]
--data DIR     directory with NAME.csv.gz for each NAME of: ${FILES.slice(0, 4).join(', ')},
               ${FILES.slice(4).join(', ')}
--only PARTS   parts to measure, separated by commas (default: ${PARTS.join(',')})
--list N       number of wrong and missed pairs to print per part (default: 0)
--years YEARS  years of the checklists, such as 2012,2016 (default: all)`;

const { values } = readOptions(HELP, { data: '', list: 0, only: PARTS.join(','), years: '' });
const directory = values.data;
const absent = directory === '' ? ['--data DIR'] : missing(directory);
if (absent.length > 0) {
  console.log(
    `Skipped: it takes real names that are not part of this repository (missing: ${absent.join(', ')}).`,
  );
  process.exit(0);
}

const listing = values.list;

/** Share of the sections that each grader lists in the part `sparse`. */
const SPARSE = 0.4;

/**
 * Measures the matching of checklists in one style. For each half of the sets, the matcher learns from all years and
 * then matches year by year. Each grader lists only the given share of the sections.
 */
function checklists(title, { sets, products }, draw, render, sectionShare = 1) {
  // If two sources list the same product, skip the second one. Its cards would get different labels, although they are
  // the same cards.
  const second = new Set(products.map(({ b }) => b.id));
  const years = new Map();
  for (const set of sets) {
    if (second.has(set.id)) continue;
    years.set(set.year, [...(years.get(set.year) ?? []), set]);
  }
  const inOrder = [...years]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, setsOfYear]) => setsOfYear);
  for (const [at, half] of HALVES.entries()) {
    const universeOf = (setsOfYear) => {
      const universe = new Universe();
      for (const set of setsOfYear) {
        if (isHeldOut(`${set.title} ${set.year}`) !== (at === 1)) continue;
        const random = new Random(`${SEED} ${set.id}`);
        const styles = GRADERS.map((grader) => draw(grader, random));
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
            const { entry, kinds } = render({ ...card, set }, style, random);
            universe.add(style.grader, entry, label, kinds);
          }
        }
      }
      return universe;
    };
    const learner = new Learner();
    for (const setsOfYear of inOrder) universeOf(setsOfYear).teach(learner);
    const knowledge = learner.finish();
    const tally = new Tally(`${title}: ${half}`);
    for (const setsOfYear of inOrder) tally.count(universeOf(setsOfYear), knowledge);
    tally.print(at === 0 ? listing : 0);
  }
}

/** Share of the Pokemon sets that are also listed in Japanese. */
const JAPANESE = 0.25;
const EDITION = /1st Edition|Shadowless/i;

async function pokemon() {
  const { prints } = await readSource(directory);
  const sets = new Map();
  for (const print of prints.filter(isCatalogued))
    sets.set(print.setId, [...(sets.get(print.setId) ?? []), print]);
  for (const [at, half] of HALVES.entries()) {
    const universe = new Universe();
    for (const [setId, ofSet] of sets) {
      if (isHeldOut(setId) !== (at === 1)) continue;
      const random = new Random(`${SEED} ${setId}`);
      const isJapanese = new Random(`${SEED} ${setId} Japanese`).chance(JAPANESE);
      for (const grader of GRADERS) {
        const style = drawStyle(grader, random);
        const names = ofSet.map((print) => ({ print, name: STYLES[grader](print) }));
        // If a grader's label does not distinguish between prints, the grader lists these prints as one card.
        const times = new Map();
        for (const { name } of names)
          times.set(name.description, (times.get(name.description) ?? 0) + 1);
        for (const { print, name } of names) {
          if (times.get(name.description) > 1) continue;
          const label = `${print.id} ${print.variantType} ${print.variantSubtype} ${print.foil} ${print.stamps}`;
          const isEdition = EDITION.test(name.description);
          const list = (named, kind, suffix) => {
            if (!random.chance(LISTED[grader])) return;
            const { entry, kinds } = renderPokemonCard(named, style, random);
            if (kind) kinds.add(kind);
            universe.add(grader, entry, `${label}${suffix}`, kinds);
          };
          list(name, isEdition && 'edition', '');
          if (isJapanese && print.year < 2020) list(inJapanese(name, grader), 'Japanese', ' ja');
        }
      }
    }
    const tally = new Tally(`Pokemon prints, written as four graders would: ${half}`);
    tally.count(universe, universe.learn());
    tally.print(at === 0 ? listing : 0);
  }
  return prints;
}

function game() {
  const universe = new Universe();
  const random = new Random(`${SEED} game`);
  const cards = gameCards(random);
  const styles = new Map();
  for (const [at, card] of cards.entries()) {
    for (const grader of GRADERS) {
      const key = `${grader} ${card.set.code}`;
      const style = styles.get(key) ?? drawGameStyle(grader, random);
      styles.set(key, style);
      if (!random.chance(LISTED[grader])) continue;
      const { entry, kinds } = renderGameCard(card, style);
      universe.add(grader, entry, `${at}`, kinds);
    }
  }
  const tally = new Tally('a game without rules of its own');
  tally.count(universe, universe.learn());
  tally.print(0);
}

const parts = new Set(values.only.split(','));
const listedYears = values.years.split(',').filter(Boolean);
const needsChecklists = ['checklists', 'sparse', 'second', 'third', 'origins'].some((part) =>
  parts.has(part),
);
const allSets = needsChecklists ? await readChecklists(directory) : [];
const sets = allSets.filter(({ year }) => listedYears.length === 0 || listedYears.includes(year));
const products = sameProducts(sets);
if (parts.has('checklists'))
  checklists(
    'checklists, written as four graders would',
    { sets, products },
    drawStyle,
    renderChecklistCard,
  );
if (parts.has('sparse'))
  checklists(
    'checklists, of which each grader lists some sections',
    { sets, products },
    drawStyle,
    renderChecklistCard,
    SPARSE,
  );
if (parts.has('second'))
  checklists(
    'checklists, in a second style',
    { sets, products },
    drawSecondStyle,
    renderSecondStyle,
  );
if (parts.has('third'))
  checklists('checklists, in a third style', { sets, products }, drawThirdStyle, renderThirdStyle);
if (parts.has('origins'))
  twoOrigins(
    products.filter(({ isWhole }) => isWhole),
    listing,
  );
if (parts.has('game')) game();
const prints = parts.has('pokemon') ? await pokemon() : (await readSource(directory)).prints;
if (parts.has('real')) await realDescriptions(directory, prints, listing);
