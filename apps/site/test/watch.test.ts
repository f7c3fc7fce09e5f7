import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fixtureCard, get } from '@gcd/testing/api.js';
import { type Site, startSite } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe('GET /watch', () => {
  it('200: explains the list, also to visitors without scripts', async () => {
    const { status, text, html } = await site.get('/watch');
    expect(status).toBe(200);
    expect(text).toContain('Without JavaScript, the browser cannot keep this list.');
    expect(html).toContain('<meta name="robots" content="noindex"/>');
  });
});

describe('GET /watch/cards', () => {
  it('200: returns the counts of the API, and omits unknown cards', async () => {
    // A list may have the id of a grader card, which was matched after it was added.
    const [id, graderCard] = [fixtureCard('1a'), fixtureCard('1d')];
    const { total, gem_total, by_grader } = (await get(`/v1/cards/${id}`)).body.data.population
      .population_data;
    const { html } = await site.get(`/watch/cards?ids=${id},${graderCard},${'0'.repeat(40)}`);
    const card = {
      name: 'Charizard, 1999 Base Set #4',
      url: expect.stringMatching(`^/card/pokemon/1999-base-set/.*${id}$`),
      counts: {
        total,
        gem: gem_total,
        psa: by_grader.psa.total,
        beckett: by_grader.beckett.total,
        sgc: by_grader.sgc.total,
        cgc: by_grader.cgc.total,
      },
    };
    expect(JSON.parse(html)).toEqual([
      { id, ...card },
      { id: graderCard, ...card },
    ]);
  });

  it.each(['', '?ids=', `?ids=${Array.from({ length: 101 }, (_, at) => at)}`])(
    '400: the list of ids is empty or too long: %.20s',
    async (query) => {
      expect((await site.get(`/watch/cards${query}`)).status).toBe(400);
    },
  );
});
