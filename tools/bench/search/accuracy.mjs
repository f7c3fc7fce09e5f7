// Measures how often search finds the intended card.
import { catalogEntries } from './catalog.mjs';
import { measureTypedQueries } from './people.mjs';
import { startProduct } from './product.mjs';

/** @param options `data` directory, whether to print the `misses` */
export async function accuracy({ data, misses }, results) {
  const product = await startProduct(catalogEntries(data));
  const { rows } = await product.database.query('select count(*)::int from cards');
  results.text(`${rows[0].count} grader cards`);
  await measureTypedQueries(product, misses, results);
}
