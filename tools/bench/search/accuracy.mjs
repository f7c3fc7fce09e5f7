// Measures how often search finds the intended card for queries that people type, with their typos, abbreviations,
// nicknames and sellers' words.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { allOf, readQuery, toTsquery } from '@gcd/search-terms';
import { rounded } from '../harness/statistics.mjs';
import { catalogEntries } from './catalog.mjs';
import { startProduct } from './product.mjs';

const FILE = new URL('./what-people-type.tsv', import.meta.url);

/** Reads the queries and divides them into two halves: one for development, and one for the reported results only. */
function readQueries() {
  return readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line, index) => {
      const [kind, query, expected] = line.split('\t');
      return {
        kind,
        query,
        expected: wordsOf(expected),
        half: index % 2 ? 'reported' : 'development',
      };
    });
}

/** Splits `text` into folded words without leading zeros, so that descriptions can be compared with expected words. */
function wordsOf(text) {
  // The marks of voiced kana are part of the letter.
  const plain = text
    .normalize('NFD')
    .replace(/[^\P{Mn}\u3099\u309a]/gu, '')
    .normalize('NFC')
    .toLowerCase();
  return new Set(plain.split(/[^\p{L}\p{N}]+/u).map((word) => word.replace(/^0+(?=\d)/, '')));
}

const IN_CATALOG = 'select exists (select from search_cards where terms @@ $1::tsquery) as found';

/** Whether the catalog contains a card with all expected words. Otherwise, search cannot find the intended card. */
async function isInCatalog(database, expected) {
  const words = readQuery([...expected].join(' '), false);
  const tsquery = toTsquery(allOf(words));
  return (await database.query(IN_CATALOG, [tsquery])).rows[0].found;
}

/**
 * Measures how often search finds the intended card. Skips queries for cards that the catalog does not contain.
 * @param options `data` directory, whether to print the `misses`, `search` engine, `state` directory
 */
export async function accuracy({ data, misses, search, state }, results) {
  const options = { search, state: state && path.join(state, 'accuracy') };
  const product = await startProduct(catalogEntries(data), undefined, options);
  const { rows: cards } = await product.database.query('select count(*)::int from cards');
  results.text(`${cards[0].count} grader cards`);
  const counts = new Map();
  for (const { kind, query, expected, half } of readQueries()) {
    if (!(await isInCatalog(product.database, expected))) continue;
    const found = (await product.search(query)).results ?? [];
    const rank = found.findIndex(({ description }) => {
      const words = wordsOf(description);
      return [...expected].every((word) => words.has(word));
    });
    for (const key of [`${half}, ${kind}`, `${half}, all`]) {
      const count = counts.get(key) ?? { queries: 0, first: 0, ten: 0, nothing: 0 };
      count.queries += 1;
      if (rank === 0) count.first += 1;
      if (rank >= 0) count.ten += 1;
      if (found.length === 0) count.nothing += 1;
      counts.set(key, count);
    }
    if (misses && half === 'development' && rank !== 0)
      console.log(`${query} | wanted: ${[...expected].join(' ')} | ${found[0]?.description}`);
  }
  const rows = [...counts].sort().map(([kind, { queries, first, ten, nothing }]) => ({
    kind,
    queries,
    first: rounded(first / queries, 2),
    'in ten': rounded(ten / queries, 2),
    'nothing found': rounded(nothing / queries, 2),
  }));
  results.table('Queries typed by people', rows);
}
