// Measures how often search finds the intended card, compared with a typical implementation.
import { rounded } from '../harness/statistics.mjs';
import { catalogEntries, labelledTitles, seeded } from './catalog.mjs';
import { measureTypedQueries } from './people.mjs';
import { startProduct } from './product.mjs';
import { formsOf } from './title-forms.mjs';

const PAGE = 10;

async function prepareBaseline(database) {
  await database.query(`
    create table baseline as select card_id, to_tsvector('english', description) as terms from cards;
    create index on baseline using gin (terms);
    analyze baseline;
  `);
}

const WEBSEARCH = `
  select encode(card_id, 'hex') as card_id from baseline, websearch_to_tsquery('english', $1) q
  where terms @@ q order by ts_rank(terms, q) desc limit ${PAGE}`;

/** @param options `data` directory, maximum number of `titles` of each kind, whether to print the `misses` */
export async function accuracy({ data, titles: most, misses }, results) {
  const labels = new Map();
  async function* catalog() {
    for await (const entry of catalogEntries(data)) {
      labels.set(entry.card_id, entry.label);
      yield entry;
    }
  }
  const product = await startProduct(catalog(), prepareBaseline);
  results.text(`${labels.size} grader cards`);
  await measureTypedQueries(product, misses, results);
  const engines = {
    search: async (text) =>
      (await product.search(text.slice(0, 200))).results?.map(({ card_id }) => card_id) ?? [],
    websearch: async (text) =>
      (await product.database.query(WEBSEARCH, [text])).rows.map(({ card_id }) => card_id),
  };
  const random = seeded(5);
  const rows = [];
  for (const [kind, titles] of Object.entries(most > 0 ? await labelledTitles(data) : {})) {
    const sample = titles
      .map((title) => ({ title, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, most)
      .map(({ title }) => title);
    for (const [form, queries] of formsOf(sample, random)) {
      for (const [engine, find] of Object.entries(engines)) {
        let [first, ten] = [0, 0];
        for (const { title, label } of queries) {
          const rank = (await find(title)).findIndex((id) => labels.get(id) === label);
          if (rank === 0) first += 1;
          if (rank >= 0) ten += 1;
        }
        rows.push({
          titles: `${kind}, ${form}`,
          engine,
          queries: queries.length,
          first: rounded(first / queries.length, 3),
          'in ten': rounded(ten / queries.length, 3),
        });
      }
    }
  }
  if (rows.length > 0) results.table('Marketplace titles', rows);
}
