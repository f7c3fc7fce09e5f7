import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

interface Suggestion {
  readonly text: string;
  readonly kind: string;
  readonly card_id: string | null;
  readonly set_id: string | null;
}

const suggest = (query: string) =>
  get(`/v1/cards/search/suggest?query=${encodeURIComponent(query)}`);

async function suggestions(query: string): Promise<Suggestion[]> {
  return (await suggest(query)).body.data.suggestions;
}

describe('GET /v1/cards/search/suggest', () => {
  it('200: completes the last word to a name, and also suggests the card', async () => {
    const { status, body } = await suggest('1986 jord');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      query: '1986 jord',
      suggestions: [
        { text: '1986 michael jordan', kind: 'query', card_id: null, set_id: null },
        {
          text: 'Michael Jordan, 1986 Fleer #57',
          kind: 'card',
          card_id: fixtureCard('5a'),
          set_id: null,
        },
      ],
    });
  });

  it('200: completes a word that is typed without its punctuation', async () => {
    const [first] = await suggestions('gretzky opeech');
    expect(first).toMatchObject({ text: 'gretzky o-pee-chee', kind: 'query' });
  });

  it('200: completes the beginning of a name in another language', async () => {
    const cards = (await suggestions('skyridge glura')).filter(({ kind }) => kind === 'card');
    expect(cards.map(({ card_id }) => card_id)).toEqual([fixtureCard('3b')]);
  });

  it('200: suggests the set whose name begins with the last word', async () => {
    const all = await suggestions('2003 skyr');
    expect(all[0]).toMatchObject({ text: '2003 skyridge', kind: 'query' });
    const sets = all.filter(({ kind }) => kind === 'set');
    expect(sets).toMatchObject([{ text: '2003 Skyridge', card_id: null }]);
    expect(sets[0]?.set_id).toMatch(/^[0-9a-f]{40}$/);
  });

  it('200: suggests only queries that find cards', async () => {
    for (const query of ['1999 cha', 'jor', '2003 sky', 'skyridge cel', 'goud']) {
      const texts = (await suggestions(query)).filter(({ kind }) => kind === 'query');
      expect(texts.length).toBeGreaterThan(0);
      for (const { text } of texts) {
        const { body } = await get(`/v1/cards/search/simple?query=${encodeURIComponent(text)}`);
        expect(body.data.results.length).toBeGreaterThan(0);
        expect(body.data).not.toHaveProperty('corrected_query');
      }
    }
  });

  it.each([
    ['1986 jorad', '5a'],
    ['skyridge chariazrd', '3b'],
    ['1986 fleer nichael', '5a'],
  ])('200: corrects the typo in %j', async (query, card) => {
    const all = await suggestions(query);
    expect(all.some(({ card_id }) => card_id === fixtureCard(card))).toBe(true);
  });

  it.each(['qqqqqqqq', '"&|!', '🔥', 'jxr'])('200: suggests nothing for %j', async (query) => {
    expect((await suggest(query)).body.data).toEqual({ query, suggestions: [] });
  });
});
