// Runs the code of the search service in this process, to measure its parts.
import { SearchQueries } from '../../../apps/search/dist/search.queries.js';
import { SearchService } from '../../../apps/search/dist/search.service.js';
import { SimilarSearch } from '../../../apps/search/dist/similar.search.js';

/**
 * Creates the service on a database.
 * @returns the service, and a function that returns the milliseconds spent in statements so far
 */
export function searchIn(database) {
  let spent = 0;
  const queries = new SearchQueries({
    async rows(statement) {
      const start = performance.now();
      const { rows } = await database.query(statement);
      spent += performance.now() - start;
      return rows;
    },
  });
  return { service: new SearchService(queries, new SimilarSearch(queries)), spentMs: () => spent };
}
