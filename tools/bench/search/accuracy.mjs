// Measures how often search finds the intended card.
import path from 'node:path';
import { catalogEntries } from './catalog.mjs';
import { measureTypedQueries } from './people.mjs';
import { startProduct } from './product.mjs';

/** @param options `data` directory, whether to print the `misses`, directory to keep the database in */
export async function accuracy({ data, misses, state }, results) {
  const product = await startProduct(
    catalogEntries(data),
    undefined,
    state && path.join(state, 'accuracy'),
  );
  const { rows } = await product.database.query('select count(*)::int from cards');
  results.text(`${rows[0].count} grader cards`);
  await measureTypedQueries(product, misses, results);
}
