// Fits the weights of the ranking to the development half of the queries, and compares them with the current weights by
// cross-validation.
import { rank } from '../../../apps/search/dist/finding.js';
import { WEIGHTS } from '../../../apps/search/dist/relevance.js';
import { catalogEntries, labelledTitles, seeded } from './catalog.mjs';
import { searchIn } from './in-process.mjs';
import { isInCatalog, readQueries, wordsOf } from './people.mjs';
import { startProduct } from './product.mjs';
import { formsOf } from './title-forms.mjs';

const TITLES = 150;
const FOLDS = 5;
const PAGE = 10;
/** Maximum number of candidates per query to re-rank, including the intended cards. */
const MAX_RANKED = 60;
const FACTORS = [0.5, 0.8, 1.25, 2];
const PASSES = 2;
/** A changed weight is kept only if it improves the result by at least this much. Smaller improvements are noise. */
const MIN_GAIN = 0.0005;

const DESCRIPTIONS = `
  select id, description, encode(card_id, 'hex') as card_id from cards where id = any($1::integer[])`;

export async function fitRanking({ data }) {
  const labels = new Map();
  async function* catalog() {
    for await (const entry of catalogEntries(data, { labelled: true })) {
      labels.set(entry.card_id, entry.label);
      yield entry;
    }
  }
  const product = await startProduct(catalog());
  await fitIn(product.database, labels, data);
  await product.stop();
}

/**
 * Fits the weights like {@link fitRanking}, but with a database that already contains the catalog.
 * @param labels card labels, by card id
 */
export async function fitIn(database, labels, data) {
  const examples = await examplesOf(database, labels, data);
  const table = [];
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const inFold = (_, index) => index % FOLDS === fold;
    const held = examples.filter(inFold);
    const fitted = fitWeights(examples.filter((_, index) => index % FOLDS !== fold));
    table.push({ fold, ...scoresOf(held, WEIGHTS, 'today'), ...scoresOf(held, fitted, 'fitted') });
  }
  const mean = (key) => table.reduce((sum, row) => sum + row[key], 0) / FOLDS;
  const keys = Object.keys(table[0]).filter((key) => key !== 'fold');
  table.push({ fold: 'mean', ...Object.fromEntries(keys.map((key) => [key, mean(key)])) });
  console.log(`${examples.length} queries whose card was found and that have several candidates:`);
  console.table(table.map((row) => Object.fromEntries(Object.entries(row).map(shortened))));
  console.log('weights fitted to all of them:', JSON.stringify(fitWeights(examples)));
}

const shortened = ([key, value]) => [
  key,
  typeof value === 'number' && key !== 'fold' ? Number(value.toFixed(3)) : value,
];

/**
 * Returns the queries of the development half with their candidates. Queries typed by people and queries derived from
 * titles have the same total weight.
 */
async function examplesOf(database, labels, data) {
  const { service } = searchIn(database);
  const random = seeded(9);
  const queries = [];
  for (const { query, expected, half } of readQueries()) {
    if (half !== 'development' || !(await isInCatalog(database, expected))) continue;
    const isRight = ({ description }) => {
      const words = wordsOf(description);
      return [...expected].every((word) => words.has(word));
    };
    queries.push({ text: query, isTyped: true, isRight });
  }
  for (const titles of Object.values(await labelledTitles(data))) {
    const sample = titles.filter((_, index) => index % 2 === 0).slice(0, TITLES);
    for (const [, form] of formsOf(sample, random)) {
      for (const { title, label } of form) {
        const isRight = ({ card_id }) => labels.get(card_id) === label;
        queries.push({ text: title, isTyped: false, isRight });
      }
    }
  }
  const examples = [];
  for (const { text, isTyped, isRight } of queries) {
    const found = await service.find([...text].slice(0, 200).join(''));
    if (!found || found.cards.length < 2) continue;
    const ids = found.cards.map(({ card }) => card);
    const { rows } = await database.query(DESCRIPTIONS, [ids]);
    const right = new Set(rows.filter(isRight).map(({ id }) => id));
    if (right.size === 0) continue;
    const cards = found.cards.filter(({ card }, index) => index < MAX_RANKED || right.has(card));
    examples.push({ words: found.words, cards, right, isTyped, order: random() });
  }
  examples.sort((a, b) => a.order - b.order);
  const typed = examples.filter(({ isTyped }) => isTyped).length;
  const ratio = (examples.length - typed) / typed;
  return examples.map((each) => ({ ...each, weight: each.isTyped ? ratio : 1 }));
}

/**
 * Returns three metrics: the weighted share of examples that rank the intended card first, the share that rank it among
 * the first ten, and the mean reciprocal rank.
 */
function scoresOf(examples, weights, name) {
  let [first, ten, reciprocal, total] = [0, 0, 0, 0];
  for (const { words, cards, right, weight } of examples) {
    const at = rank(words, cards, weights).findIndex(({ card }) => right.has(card));
    total += weight;
    if (at === 0) first += weight;
    if (at < PAGE) ten += weight;
    if (at < PAGE) reciprocal += weight / (at + 1);
  }
  return {
    [`first, ${name}`]: first / total,
    [`in ten, ${name}`]: ten / total,
    [`reciprocal rank, ${name}`]: reciprocal / total,
  };
}

const quality = (examples, weights) => scoresOf(examples, weights, '')['reciprocal rank, '];

/**
 * Fits the weights by coordinate descent, which multiplies one weight at a time and keeps the change if the ranking
 * improves.
 */
function fitWeights(examples) {
  let weights = WEIGHTS;
  let best = quality(examples, weights);
  for (let pass = 0; pass < PASSES; pass += 1) {
    for (const path of pathsOf(WEIGHTS)) {
      for (const factor of FACTORS) {
        const changed = withFactor(weights, path, factor);
        const score = quality(examples, changed);
        if (score < best + MIN_GAIN) continue;
        [weights, best] = [changed, score];
      }
    }
  }
  return weights;
}

function pathsOf(value, before = []) {
  if (typeof value === 'number') return value === 0 ? [] : [before];
  return Object.entries(value).flatMap(([key, part]) => pathsOf(part, [...before, key]));
}

function withFactor(weights, path, factor) {
  const changed = structuredClone(weights);
  const parent = path.slice(0, -1).reduce((part, key) => part[key], changed);
  parent[path.at(-1)] = Number((parent[path.at(-1)] * factor).toFixed(4));
  return changed;
}
