import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

const search = (query: string, rest = '') =>
  get(`/v1/cards/search/structured?query=${encodeURIComponent(query)}${rest}`);

describe('GET /v1/cards/search/structured', () => {
  it("200: returns each grader's cards that contain all words [S116 S198 S199 S201 S204]", async () => {
    const { status, body } = await search('1999 charizard holo 4');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      query: '1999 charizard holo 4',
      graders_included: ['psa', 'beckett', 'sgc', 'cgc'],
      results: {
        psa: [
          {
            description: '1999 POKEMON GAME #4 CHARIZARD-HOLO',
            display_name: 'Charizard, 1999 Base Set #4',
            card_id: fixtureCard('1a'),
            population: 1706,
            search_score: expect.any(Number),
            set_id: '375017c0baf54ba373cfaf35182151c1cc73f3a3',
          },
        ],
        beckett: [expect.objectContaining({ card_id: fixtureCard('1b') })],
        sgc: [expect.objectContaining({ card_id: fixtureCard('1c') })],
        cgc: [expect.objectContaining({ card_id: fixtureCard('1d') })],
      },
    });
  });

  it("200: does not combine the words of two graders' cards [S40]", async () => {
    const { body } = await search('pokemon game base charizard');
    expect(body.data.results.psa).toEqual([]);
  });

  it('200: restricts results to one grader, named directly or by an alias [S202]', async () => {
    const { body } = await search('charizard', '&grader=BGS');
    expect(body.data.graders_included).toEqual(['beckett']);
    expect(Object.keys(body.data.results)).toEqual(['beckett']);
    expect(body.data.results.beckett).toHaveLength(2);
  });
});
