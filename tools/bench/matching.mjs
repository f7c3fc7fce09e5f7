// Measures matching on real names: precision and recall, by kind of difference, with the misses by reason.
//   npm run bench:matching -- --data DIR [--list N]
// DIR has the files named in docs/matching.md. How the entries are made: matching-renderers.mjs. Labels never reach the matcher.
import { parseArgs } from 'node:util';
import { blockOf, decideBlock, featuresOf } from '@gcd/matching';
import { isCatalogued, readSource, STYLES } from '@gcd/sample';
import { Random } from '@gcd/synthetic';
import { drawStyle, renderChecklistCard, renderPokemonCard } from './matching-renderers.mjs';
import {
  isHeldOut,
  labelsOf,
  missing,
  readChecklists,
  rowsOf,
  sameProducts,
} from './matching-sources.mjs';
import { Tally } from './matching-tally.mjs';

const { values } = parseArgs({
  options: { data: { type: 'string' }, list: { type: 'string', default: '0' } },
});
const directory = values.data ?? '';
const absent = directory === '' ? ['--data DIR'] : missing(directory);
if (absent.length > 0) {
  console.log(
    `Skipped: it takes real names that are not part of this repository (missing: ${absent.join(', ')}).`,
  );
  process.exit(0);
}

const GRADERS = ['psa', 'beckett', 'sgc', 'cgc'];
/** The part of the cards that each grader lists. */
const LISTED = { psa: 0.75, beckett: 0.5, sgc: 0.35, cgc: 0.35 };
const SEED = 'matching 1';

/** A collection of entries, each with what it was made from and how it differs: neither is seen by the matcher. */
class Universe {
  blocks = new Map();
  truth = new Map();
  unreadable = new Set();
  #next = 1;

  add(grader, entry, label, kinds) {
    const id = this.#next++;
    const features = featuresOf({
      id,
      grader,
      category: entry.category ?? '',
      year: entry.year ?? '',
      setName: entry.set_name ?? '',
      name: entry.name ?? '',
      cardNumber: entry.card_number ?? '',
      parallel: entry.parallel ?? '',
      subset: entry.subset ?? '',
      description: entry.description,
    });
    this.truth.set(id, { label, kinds, grader, entry, features });
    const block = blockOf(features);
    if (block === null) this.unreadable.add(id);
    else
      this.blocks.set(block, [
        ...(this.blocks.get(block) ?? []),
        { features, group: null, graders: [] },
      ]);
    return id;
  }

  /** Runs the matcher. @returns for each entry the entries that it was matched with, and the doubts about pairs */
  decide() {
    const matched = new Map();
    const doubts = new Map();
    for (const entries of this.blocks.values()) {
      const decisions = decideBlock(entries);
      for (const { joining } of decisions.unions) {
        const ids = joining.map(({ id }) => id);
        for (const id of ids) matched.set(id, ids);
      }
      for (const { a, b, reason } of decisions.doubts) doubts.set(`${a.id} ${b.id}`, reason);
    }
    return { matched, doubts };
  }
}

const listing = Number(values.list);
const halves = ['working half', 'held-out half'];

async function checklists() {
  const sets = await readChecklists(directory);
  const products = sameProducts(sets);
  // A product that two origins list would be two cards for the labels and one for the matcher.
  const second = new Set(products.map(({ b }) => b.id));
  const years = new Map();
  for (const set of sets) {
    if (second.has(set.id)) continue;
    years.set(set.year, [...(years.get(set.year) ?? []), set]);
  }
  const tallies = halves.map(
    (half) => new Tally(`checklists, written as four graders would: ${half}`),
  );
  for (const setsOfYear of years.values()) {
    const universes = halves.map(() => new Universe());
    for (const set of setsOfYear) {
      const random = new Random(`${SEED} ${set.id}`);
      const universe = universes[isHeldOut(`${set.title} ${set.year}`) ? 1 : 0];
      const styles = GRADERS.map((grader) => drawStyle(grader, random));
      for (const card of set.cards) {
        const label = `${set.id} ${card.section} ${card.number} ${card.subject}`;
        for (const style of styles) {
          if (!random.chance(LISTED[style.grader])) continue;
          const { entry, kinds } = renderChecklistCard({ ...card, set }, style, random);
          universe.add(style.grader, entry, label, kinds);
        }
      }
    }
    for (const [at, universe] of universes.entries()) tallies[at].count(universe);
  }
  for (const [at, tally] of tallies.entries()) tally.print(at === 0 ? listing : 0);
  return { sets, products };
}

async function pokemon() {
  const { prints } = await readSource(directory);
  const tallies = halves.map(
    (half) => new Tally(`Pokemon prints, written as four graders would: ${half}`),
  );
  const universes = halves.map(() => new Universe());
  const sets = new Map();
  for (const print of prints.filter(isCatalogued))
    sets.set(print.setId, [...(sets.get(print.setId) ?? []), print]);
  for (const [setId, ofSet] of sets) {
    const random = new Random(`${SEED} ${setId}`);
    const universe = universes[isHeldOut(setId) ? 1 : 0];
    for (const grader of GRADERS) {
      const style = drawStyle(grader, random);
      const names = ofSet.map((print) => ({ print, name: STYLES[grader](print) }));
      // What a grader's label does not tell apart is one entry in its catalog, of no single print.
      const times = new Map();
      for (const { name } of names)
        times.set(name.description, (times.get(name.description) ?? 0) + 1);
      for (const { print, name } of names) {
        if (times.get(name.description) > 1 || !random.chance(LISTED[grader])) continue;
        const { entry, kinds } = renderPokemonCard(name, style, random);
        universe.add(
          grader,
          entry,
          `${print.id} ${print.variantType} ${print.variantSubtype} ${print.foil} ${print.stamps}`,
          kinds,
        );
      }
    }
  }
  for (const [at, universe] of universes.entries()) {
    tallies[at].count(universe);
    tallies[at].print(at === 0 ? listing : 0);
  }
  return prints;
}

/** The same product as two origins list it, in their own words. */
function twoOrigins(products) {
  for (const [at, half] of halves.entries()) {
    const tally = new Tally(`products that two origins list, in their own words: ${half}`);
    for (const product of products) {
      if (isHeldOut(`${product.a.title} ${product.a.year}`) !== (at === 1)) continue;
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
          universe.add(grader, entry, labels.get(card) ?? null, new Set());
        }
      }
      tally.count(universe);
    }
    tally.print(at === 0 ? listing : 0);
  }
}

/** Real descriptions, without any columns, against prints as CGC writes them. */
async function realDescriptions(prints) {
  const tally = new Tally('real descriptions of graders, against prints in the style of CGC');
  const universe = new Universe();
  const folded = (text) => text.toLowerCase().replace(/[^a-z0-9]+/g, ' ');
  const catalogued = prints.filter(isCatalogued);
  for await (const { description } of rowsOf(directory, 'grader_style_names')) {
    const number = /(\S+?)(?:\/\S+)?$/.exec(description)?.[1]?.replace(/^0+/, '') ?? '';
    const alike = catalogued.filter(
      (print) =>
        folded(description).includes(` ${folded(print.setName)} `) &&
        print.number.replace(/^0+/, '') === number &&
        folded(description).includes(folded(print.name).trim()) &&
        `${print.year}` === description.slice(0, 4) &&
        print.variantType !== 'reverse',
    );
    const label = alike.length === 1 ? alike[0].id : null;
    universe.add('psa', { description }, label, new Set(['real']));
  }
  const labelled = new Set([...universe.truth.values()].map(({ label }) => label));
  for (const print of catalogued) {
    if (print.variantType === 'reverse') continue;
    const { description, category, year, setName, name, cardNumber, parallel, subset } =
      STYLES.cgc(print);
    const entry = {
      description,
      category,
      year,
      set_name: setName,
      name,
      card_number: cardNumber,
      parallel,
      subset,
    };
    universe.add('cgc', entry, labelled.has(print.id) ? print.id : null, new Set());
  }
  tally.count(universe);
  tally.print(listing);
}

const { products } = await checklists();
twoOrigins(products.filter(({ isWhole }) => isWhole));
const prints = await pokemon();
await realDescriptions(prints);
