import { afterAll, beforeAll } from '@jest/globals';
import { type Site, startSite } from './site.ts';

/** A site for all tests of a file. */
export let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site?.stop());
