import { type OwnServices, startOwnServices } from '@gcd/testing/own-services.js';

export { START_TIMEOUT_MS as STACK_TIMEOUT_MS } from '@gcd/testing/own-services.js';

/** Two instances of the search service, which share a separate database. */
export interface SearchStack extends Omit<OwnServices, 'get'> {
  /** Returns the data of the response. */
  // biome-ignore lint/suspicious/noExplicitAny: each test expects other data
  get(target: string): Promise<any>;
}

/** Starts a {@link SearchStack}. @param name name of its database */
export async function startSearchStack(name: string): Promise<SearchStack> {
  const services = await startOwnServices(name, 'search', 'search');
  return { ...services, get: async (target) => (await services.get(target)).body.data };
}
