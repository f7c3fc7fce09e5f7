// Measures how often the name of a card, typed exactly as PSA writes it, finds a card with that name.
import pg from 'pg';
import { searchIn } from './in-process.mjs';

const PAGE = 10;
const NAMES = "select distinct name from cards where grader = 'psa' and name <> '' order by name";
const NAMES_OF_CARDS = `
  select coalesce(universal, id) as card, array_agg(name) as names from cards where coalesce(universal, id) = any($1::integer[])
  group by 1`;

/** Graders write the same name with other letter case and punctuation: `ARTICUNO-GX`, `Articuno GX`. */
const plain = (name) => name.toLowerCase().replace(/[-/ ]+/g, ' ');

/**
 * Searches for each name of a PSA card, and prints the share of names whose card is first and among the first ten.
 * @param url a database with the sample
 * @param shown number of names to print whose card is not first
 */
export async function names(url, shown) {
  const database = new pg.Pool({ connectionString: url });
  const { service } = searchIn(database);
  const all = await database.query(NAMES);
  const rows = [...new Map(all.rows.map((row) => [plain(row.name), row])).values()];
  let [first, ten] = [0, 0];
  const missed = [];
  for (const { name } of rows) {
    const { cards } = await service.page({ query: name, page: 1 });
    const found = await database.query(NAMES_OF_CARDS, [cards]);
    const named = new Map(found.rows.map(({ card, names: all }) => [card, all]));
    const rank = cards
      .slice(0, PAGE)
      .findIndex((card) => named.get(card)?.some((each) => plain(each) === plain(name)));
    if (rank === 0) first += 1;
    if (rank >= 0) ten += 1;
    if (rank !== 0) missed.push({ name, rank, first: named.get(cards[0])?.join(' | ') });
  }
  const share = (count) => (count / rows.length).toFixed(4);
  console.log(`${rows.length} names of PSA cards: first ${share(first)}, in ten ${share(ten)}`);
  for (const { name, rank, first: best } of missed.slice(0, shown)) {
    console.log(
      `${rank < 0 ? 'not in the first ten' : `rank ${rank + 1}`}: ${name}; first: ${best}`,
    );
  }
  await database.end();
}
