// Measures the speed of search with a realistic number of cards.
import { createHash } from 'node:crypto';
import { Random } from '@gcd/synth';
import { percentile, rounded } from '../harness/statistics.mjs';
import { catalogEntries } from './catalog.mjs';
import { hostile } from './hostile.mjs';
import { searchIn } from './in-process.mjs';
import { misspelled } from './misspelled.mjs';
import { startProduct } from './product.mjs';

const QUERIES = 200;
// Percentage of the cards that are read to find common words.
const SAMPLE_PERCENT = 5;
const NO_FILTER = { category: null, year: null, grader: null };
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

/** Generates the catalog, and adds parallels of its cards until it has the requested size. */
async function* enough(data, count) {
  const all = [];
  for await (const entry of catalogEntries(data)) {
    all.push(entry);
    yield { ...entry, grader: graderOf(entry.card_id) };
    if (all.length === count) return;
  }
  for (let made = all.length; made < count; made += 1) {
    const entry = all[made % all.length];
    const copy = Math.floor(made / all.length);
    const color = PARALLELS[(made * 7 + copy) % PARALLELS.length];
    const round = Math.floor(copy / PARALLELS.length);
    const finish =
      round > 0 && PARALLELS[(Math.floor(made / PARALLELS.length) + round) % PARALLELS.length];
    const parallel = finish ? `${color} ${finish}` : color;
    const id = createHash('sha1').update(`${copy}|${entry.card_id}`).digest('hex');
    yield {
      ...entry,
      card_id: id,
      grader: graderOf(id),
      description: `${entry.description} ${parallel}`,
      parallel,
    };
  }
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
  const pick = (list) => random.pick(list);
  const broad = between(0.04, 1);
  const common = between(0.1, 0.3);
  const some = between(0.04, 0.1);
  const card = () => pick(cards);
  const first = (text) => text.split(' ').slice(0, 2).join(' ');
  const kinds = {
    'narrow, 4 to 5 words': () => {
      const { year, set_name, name, card_number } = card();
      return `${year} ${first(set_name)} ${name.split(' ').pop()} ${card_number}`;
    },
    'name, 2 words': () => card().name.split(/[ /]/).slice(0, 2).join(' '),
    'one word in 10 to 30 %': () => pick(common),
    'one word in 4 to 10 %': () => pick(some),
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
      const [one, other] = [pick(SPORTS), pick(SPORTS)];
      return one === other ? `${one} pokemon ${pick(broad)}` : `${one} ${other} ${pick(broad)}`;
    },
    'a prefix of a word': () => card().name.slice(0, 3),
    'one letter': () => pick([...'abcdefghijklmnoprstw123']),
    ...misspelled(card, random),
    'one broad word and one letter': () => `${pick(broad)} ${pick([...'abcdefghijklmnop'])}`,
  };
  return { kinds, broad };
}

/**
 * Measures how long queries take.
 * @param run runs a query; if it resolves to a duration in milliseconds, this duration is used instead of the duration
 * of the call
 */
async function time(queries, run) {
  const times = [];
  for (const query of queries) {
    const start = performance.now();
    const spent = await run(query);
    times.push(typeof spent === 'number' ? spent : performance.now() - start);
  }
  return { p50: rounded(percentile(times, 0.5)), p99: rounded(percentile(times, 0.99)) };
}

/** @param options `data` directory, number of `cards`, `state` directory, regular expression of the `kinds` of queries */
export async function speed({ data, cards, state, kinds: wanted }, results) {
  const product = await startProduct(enough(data, cards), prepare, state);
  const random = new Random('speed');
  const { service, spentMs } = searchIn(product.database);
  // Measure only the SQL statements of a search, without the time that the service itself needs.
  const inStatements = async (query) => {
    const before = spentMs();
    await service.page({ query, page: 1, ...NO_FILTER });
    return spentMs() - before;
  };
  const rows = [];
  const { kinds, broad: common } = await kindsOfQueries(product.database, random);
  const isWanted = (kind) => new RegExp(wanted).test(kind);
  for (const [kind, make] of Object.entries(kinds)) {
    const queries = Array.from({ length: QUERIES }, make).map((text) => text.trim() || 'a');
    if (!isWanted(kind)) continue;
    for (const query of queries.slice(0, 20)) await product.search(query);
    const inService = await time(queries, (query) => product.search(query));
    const inDatabase = await time(queries, inStatements);
    const structured = await time(queries, (query) => product.structured(query));
    rows.push({
      queries: kind,
      'database p50 ms': inDatabase.p50,
      'database p99 ms': inDatabase.p99,
      'service p50': inService.p50,
      'service p99': inService.p99,
      'structured p50': structured.p50,
      'structured p99': structured.p99,
    });
  }
  results.table(`Speed with ${cards} grader cards`, rows);
  if (isWanted('hostile')) await hostile(product, common, results);
}
