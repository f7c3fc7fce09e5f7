// Measures the speed of search with a realistic number of cards.
import { createLogger } from '@gcd/process';
import { Random } from '@gcd/synth';
import { ClosestSearch } from '../../../apps/search/dist/closest.search.js';
import { OpenSearchIndex } from '../../../apps/search/dist/opensearch.index.js';
import { PostgresIndex } from '../../../apps/search/dist/postgres.index.js';
import { SearchQueries } from '../../../apps/search/dist/search.queries.js';
import { SearchService } from '../../../apps/search/dist/search.service.js';
import { percentile, rounded } from '../harness/statistics.mjs';
import { catalogEntries, entry } from './catalog.mjs';
import { hostile } from './hostile.mjs';
import { startProduct } from './product.mjs';

const QUERIES = 200;
const WARM_UP_QUERIES = 20;
// Percentage of the cards that are read to find common words.
const SAMPLE_PERCENT = 5;
const NO_FILTER = { category: null, year: null, grader: null };
const LETTERS = [...'abcdefghijklmnoprstuw'];
const SPORTS = ['baseball', 'basketball', 'football', 'hockey'];
const PARALLELS = 'Silver Gold Red Blue Green Black Orange Purple Refractor Holo Mojo Ice'.split(
  ' ',
);

/**
 * Returns the grader of a card. About a third of the cards are from graders other than PSA. SGC has the fewest cards.
 */
const graderOf = (id) => {
  const share = Number.parseInt(id.slice(0, 4), 16) / 0x10000;
  return share < 0.65 ? 'psa' : share < 0.8 ? 'beckett' : share < 0.92 ? 'cgc' : 'sgc';
};

/**
 * Generates the catalog, and then cards of other people until it has the requested size. These are in the same sets, of
 * other years. Each person stands for a real one: they have as many cards, and their names combine a first and a last
 * name of real people.
 */
async function* enough(data, count) {
  const real = [];
  for await (const each of catalogEntries(data)) {
    yield { ...each, grader: graderOf(each.card_id) };
    if (/^\p{L}[\p{L}.'-]+ \p{L}[\p{L}'-]+$/u.test(each.name) && /^\d{4}/.test(each.year)) {
      real.push(each);
    }
    count -= 1;
    if (count === 0) return;
  }
  const [first, last] = [0, 1].map((part) => real.map(({ name }) => name.split(' ')[part]));
  for (let made = 0; made < count; made += 1) {
    const { card_number, category, name, set_name, subset, year } = real[made % real.length];
    const copy = 1 + Math.floor(made / real.length);
    const of = (names, part) => names[hashOf(`${part}${copy}${name}`) % names.length];
    const key = `${copy}|${made}`;
    const other = entry(key, {
      ...{ card_number, category, set_name, subset },
      name: `${of(first, 'first')} ${of(last, 'last')}`,
      year: String(Number.parseInt(year, 10) - 12 + (copy % 25)),
      parallel: copy % 3 === 0 ? PARALLELS[hashOf(key) % PARALLELS.length] : '',
    });
    yield { ...other, grader: graderOf(other.card_id) };
  }
}

/** Returns a number that looks random, for a text (FNV-1a). */
function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  }
  return hash;
}

async function prepare(database) {
  // Give a few cards most of the copies, as in real populations.
  await database.query(`
    insert into populations
    select id, '{}', '{}', '{}', '{}', n, 0, '2026-01-01', '2026-01-01', '2026-01-01'
    from (select id, floor(exp(3.77 + 2.61 * sqrt(-2 * ln(1 - u)) * cos(2 * pi() * v)))::bigint as n
      from (select id, (hashint4(id)::bigint + 2147483648) / 4294967297.0 as u,
        (hashint4(id + 1000000007)::bigint + 2147483648) / 4294967297.0 as v from cards) h) c
    where n between 1 and 200000;
  `);
}

async function kindsOfQueries(database, random) {
  const { rows: cards } = await database.query(
    'select year, set_name, name, card_number from cards tablesample system (1) repeatable (7) limit 5000',
  );
  const { rows: words } = await database.query(`
    select word, ndoc::float / (select count(*) from cards) as share
    from ts_stat('select to_tsvector(''simple'', description) from cards tablesample system (${SAMPLE_PERCENT}) repeatable (7)') order by ndoc desc limit 60
  `);
  const shares = words.map(({ word, share }) => ({ word, share: (share * 100) / SAMPLE_PERCENT }));
  const between = (from, to) =>
    shares
      .filter(({ word, share }) => /^[a-z]{3,}$/.test(word) && share >= from && share < to)
      .map(({ word }) => word);
  const broad = between(0.04, 1);
  const common = between(0.1, 0.3);
  const card = () => random.pick(cards);
  const first = (text) => text.split(' ').slice(0, 2).join(' ');
  const kinds = {
    'narrow, 4 to 5 words': () => {
      const { year, set_name, name, card_number } = card();
      return `${year} ${first(set_name)} ${name.split(' ').pop()} ${card_number}`;
    },
    'name, 2 words': () => card().name.split(/[ /]/).slice(0, 2).join(' '),
    'one word in 10 to 30 %': () => random.pick(common),
    'two broad words': () => {
      for (;;) {
        const { set_name, year } = card();
        const words = `${set_name}`
          .toLowerCase()
          .split(' ')
          .filter((word) => broad.includes(word));
        if (words.length > 1) return words.slice(0, 2).join(' ');
        if (words.length === 1 && /^\d{4}$/.test(year)) return `${words[0]} ${year}`;
      }
    },
    'three broad words, no hit': () => {
      const [one, other] = [random.pick(SPORTS), random.pick(SPORTS)];
      return one === other
        ? `${one} pokemon ${random.pick(broad)}`
        : `${one} ${other} ${random.pick(broad)}`;
    },
    'a prefix of a word': () => card().name.slice(0, 3),
    'one letter': () => random.pick([...'abcdefghijklmnoprstw123']),
    ...misspelled(card, random),
    'one broad word and one letter': () =>
      `${random.pick(broad)} ${random.pick([...'abcdefghijklmnop'])}`,
  };
  return { kinds, broad };
}

/**
 * Returns generators of queries with mistakes, by kind. Without correction, such queries match few cards.
 * @param card returns a random card
 * @param random a random generator
 */
function misspelled(card, random) {
  const wordsOf = () => {
    const { year, set_name, name } = card();
    return [year, ...set_name.split(' ').slice(0, 2), ...name.split(/[ /]/).slice(0, 2)];
  };
  const mistype = (word) => {
    if (word.length < 5) return word;
    const at = random.integer(1, word.length - 2);
    const kind = random.integer(0, 2);
    if (kind === 0) return word.slice(0, at) + word.slice(at + 1);
    return word.slice(0, at) + random.pick(LETTERS) + word.slice(kind === 1 ? at : at + 1);
  };
  return {
    'one typo': () => {
      const words = wordsOf();
      return [...words.slice(0, -1), mistype(words.at(-1))].join(' ');
    },
    'a typo in every word': () => wordsOf().map(mistype).join(' '),
    'year off by one': () => {
      const [year, ...rest] = wordsOf();
      return [Number.parseInt(year, 10) + 1 || year, ...rest].join(' ');
    },
    'words of two cards': () => [...wordsOf().slice(1), ...wordsOf().slice(1)].join(' '),
    'words of a seller': () =>
      `L@@K ${wordsOf().join(' ')} vintage estate dealer stock sharp corners PSA 10?`,
  };
}

/** @param options `data` directory, number of `cards`, `state` directory, `search` engine */
export async function speed({ data, cards, state, search }, results) {
  const product = await startProduct(enough(data, cards), prepare, { state, search });
  const { database, searchUrl } = product;
  const spent = { ms: 0 };
  // Measure only the SQL statements and the requests to OpenSearch, without the time that the service itself needs.
  const pool = {
    rows: timed(spent, async (statement) => (await database.query(statement)).rows),
  };
  const indexes = { PostgreSQL: new PostgresIndex(pool) };
  if (searchUrl) indexes.OpenSearch = openSearchIndex(searchUrl, spent);
  const queries = new SearchQueries(pool);
  const levers = { isOff: () => false };
  const { kinds, broad } = await kindsOfQueries(database, new Random('speed'));
  const engines = Object.entries(indexes).map(([engine, index]) => {
    const service = new SearchService(index, queries, new ClosestSearch(index, queries, levers));
    const timesOf = async (texts) => {
      const times = [];
      for (const query of texts) {
        spent.ms = 0;
        await service.page({ query, page: 1, ...NO_FILTER });
        times.push(spent.ms);
      }
      return times;
    };
    return { engine, timesOf, all: [] };
  });
  const texts = Object.entries(kinds).map(([kind, make]) => [
    kind,
    Array.from({ length: QUERIES }, make).map((text) => text.trim() || 'a'),
  ]);
  // The first queries of each kind fill the caches, and let Java compile its code.
  for (const { timesOf } of engines) {
    for (const [, queriesOfKind] of texts) await timesOf(queriesOfKind.slice(0, WARM_UP_QUERIES));
  }
  const rows = [];
  const rowOf = (kind, timesOfEngines) => {
    const row = { queries: kind };
    for (const [index, { engine }] of engines.entries()) {
      row[`${engine} p50 ms`] = rounded(percentile(timesOfEngines[index], 0.5));
      row[`${engine} p99 ms`] = rounded(percentile(timesOfEngines[index], 0.99));
    }
    rows.push(row);
  };
  for (const [kind, queriesOfKind] of texts) {
    const measured = [];
    for (const { timesOf, all } of engines) {
      const times = await timesOf(queriesOfKind);
      all.push(...times);
      measured.push(times);
    }
    rowOf(kind, measured);
  }
  rowOf(
    'all of these',
    engines.map(({ all }) => all),
  );
  results.table(`Speed with ${cards} grader cards`, rows);
  await hostile(product, broad, results);
}

/** Returns a function that adds the duration of each call to `spent`. */
function timed(spent, work) {
  return async (...args) => {
    const start = performance.now();
    try {
      return await work(...args);
    } finally {
      spent.ms += performance.now() - start;
    }
  };
}

/** Returns the index in OpenSearch. It fails instead of using PostgreSQL. */
function openSearchIndex(url, spent) {
  const fail = () => {
    throw new Error('OpenSearch did not answer in time');
  };
  const other = { findCandidates: fail, findSuggested: fail, countCards: fail, findClosest: fail };
  const index = new OpenSearchIndex(url, other, createLogger('bench', 'silent'));
  return Object.fromEntries(
    Object.keys(other).map((method) => [method, timed(spent, (...args) => index[method](...args))]),
  );
}
