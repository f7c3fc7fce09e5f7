// Runs the code of the search service in this process, so that a benchmark can measure its parts.
import { ClosestSearch } from '../../../apps/search/dist/closest.search.js';
import { SearchQueries } from '../../../apps/search/dist/search.queries.js';
import { SearchService } from '../../../apps/search/dist/search.service.js';

/**
 * Creates a search service on a database.
 * @returns the service, and a function that returns the total time of its statements so far, in milliseconds
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
  return { service: new SearchService(queries, new ClosestSearch(queries)), spentMs: () => spent };
}
