// Measures how often search finds the intended card for queries that people type, with their typos, abbreviations,
// nicknames and sellers' words.
import { readFileSync } from 'node:fs';
import { readQuery, toTsquery } from '@gcd/search-terms';

const FILE = new URL('./what-people-type.tsv', import.meta.url);

/** Reads the queries and divides them into two halves: one for development, and one for the reported results only. */
export function readQueries() {
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
export function wordsOf(text) {
  const plain = text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
  return new Set(plain.split(/[^\p{L}\p{N}]+/u).map((word) => word.replace(/^0+(?=\d)/, '')));
}

const IN_CATALOG = 'select exists (select from search_cards where terms @@ $1::tsquery) as found';

/** Whether the catalog contains a card with all expected words. Otherwise, search cannot find the intended card. */
export async function isInCatalog(database, expected) {
  const words = readQuery([...expected].join(' '), false);
  const tsquery = toTsquery(words, { withShortPrefixes: true });
  return (await database.query(IN_CATALOG, [tsquery])).rows[0].found;
}

/**
 * Prints how often search finds the intended card. Skips queries for cards that the catalog does not contain.
 * @param database the database with the catalog
 * @param find resolves to the descriptions of the first ten cards
 * @param shown number of misses to print from the development half
 */
export async function people(database, find, name, shown = 0) {
  const rows = new Map();
  const times = [];
  for (const { kind, query, expected, half } of readQueries()) {
    if (!(await isInCatalog(database, expected))) continue;
    const start = performance.now();
    const found = await find(query);
    times.push(performance.now() - start);
    const rank = found.findIndex((description) => {
      const words = wordsOf(description);
      return [...expected].every((word) => words.has(word));
    });
    for (const key of [`${half}, ${kind}`, `${half}, all`]) {
      const row = rows.get(key) ?? { queries: 0, first: 0, ten: 0, nothing: 0 };
      row.queries += 1;
      row.first += rank === 0;
      row.ten += rank >= 0;
      row.nothing += found.length === 0;
      rows.set(key, row);
    }
    if (half === 'development' && rank !== 0 && shown > 0) {
      console.log(
        `${kind}: ${query} | wanted: ${[...expected].join(' ')} | ${rank + 1} | ${found[0]}`,
      );
    }
  }
  times.sort((a, b) => a - b);
  const share = (count, { queries }) => (count / queries).toFixed(2);
  console.log(`typed queries, ${name}:`);
  console.table(
    Object.fromEntries(
      [...rows].sort().map(([key, row]) => [
        key,
        {
          queries: row.queries,
          first: share(row.first, row),
          'in ten': share(row.ten, row),
          'nothing found': share(row.nothing, row),
        },
      ]),
    ),
  );
  const at = (part) => times[Math.floor((times.length - 1) * part)].toFixed(1);
  console.log(`milliseconds: p50 ${at(0.5)}, p99 ${at(0.99)}, slowest ${at(1)}`);
}
