// Measures how often search finds the intended card, compared with a typical implementation.
import MiniSearch from 'minisearch';
import { catalogEntries, labelledTitles, looseTitles, seeded } from './catalog.mjs';
import { people } from './people.mjs';
import { startProduct } from './product.mjs';
import { signals } from './signals.mjs';
import { formsOf } from './title-forms.mjs';

const PAGE = 10;
const LOOSE = 'loosely named';

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

/**
 * Runs the comparison and prints its result.
 * @param options `data` directory, maximum number of `titles` of each kind, number of `misses` to print
 */
export async function accuracy({ data, titles: most, misses: shown, minisearch: withMiniSearch }) {
  const labels = new Map();
  const documents = [];
  async function* catalog() {
    for await (const entry of catalogEntries(data, { labelled: true })) {
      labels.set(entry.card_id, entry.label);
      if (withMiniSearch)
        documents.push({
          id: documents.length,
          card_id: entry.card_id,
          description: entry.description,
        });
      yield entry;
    }
  }
  const product = await startProduct(catalog(), prepareBaseline);
  console.log(
    `${labels.size.toLocaleString('en')} grader cards; search built in ${product.rebuilt.seconds} s`,
  );
  const engines = {
    search: async (text) =>
      (await product.search(text.slice(0, 200))).results?.map(({ card_id }) => card_id) ?? [],
    websearch: async (text) =>
      (await product.database.query(WEBSEARCH, [text])).rows.map(({ card_id }) => card_id),
  };
  if (withMiniSearch) {
    const mini = new MiniSearch({ fields: ['description'], storeFields: ['card_id'] });
    mini.addAll(documents);
    engines.minisearch = async (text) =>
      mini
        .search(text)
        .slice(0, PAGE)
        .map(({ card_id }) => card_id);
  }
  await people(
    product.database,
    async (text) => (await product.search(text)).results?.map((card) => card.description) ?? [],
    'search',
    shown,
  );
  if (most === 0) {
    await product.stop();
    return;
  }
  const random = seeded(5);
  const table = [];
  const missed = [];
  const compared = [];
  const titles = { ...(await labelledTitles(data)), [LOOSE]: await looseTitles(data) };
  for (const [of, all] of Object.entries(titles)) {
    const sample = all
      .map((title) => ({ title, order: random() }))
      .sort((a, b) => a.order - b.order)
      .slice(0, most)
      .map(({ title }) => title);
    const forms = of === LOOSE ? [['whole', sample]] : formsOf(sample, random);
    compared.push(...forms.map(([form, queries]) => [`${of}, ${form}`, queries]));
    for (const [form, queries] of forms) {
      for (const [engine, find] of Object.entries(engines)) {
        let first = 0;
        let ten = 0;
        for (const { title, label } of queries) {
          const rank = (await find(title)).findIndex((id) => labels.get(id) === label);
          if (rank === 0) first += 1;
          if (rank >= 0) ten += 1;
          if (engine === 'search' && rank !== 0) missed.push({ of, form, rank, title, label });
        }
        table.push({
          titles: `${of}, ${form}`,
          engine,
          queries: queries.length,
          first: (first / queries.length).toFixed(3),
          'in ten': (ten / queries.length).toFixed(3),
        });
      }
    }
  }
  console.table(table);
  await signals(product.database, labels, compared);
  const order = new Map(missed.map((miss) => [miss, random()]));
  missed.sort((a, b) => order.get(a) - order.get(b));
  for (const { of, form, rank, title, label } of missed.slice(0, shown)) {
    const [best] = await engines.search(title);
    const { rows } = await product.database.query(
      "select description from cards where card_id = decode($1, 'hex')",
      [best ?? ''],
    );
    const right = [...labels].find(([, each]) => each === label)?.[0];
    const { rows: wanted } = await product.database.query(
      "select description from cards where card_id = decode($1, 'hex')",
      [right ?? ''],
    );
    console.log(
      `${of}, ${form}, ${rank < 0 ? 'not in the first ten' : `rank ${rank + 1}`}: ${title}\n    wanted: ${wanted[0]?.description}\n    first: ${rows[0]?.description}`,
    );
  }
  await product.stop();
}
