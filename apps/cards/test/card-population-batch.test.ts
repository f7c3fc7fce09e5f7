import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

const CHARIZARD = fixtureCard('1a');
const batch = (ids: readonly string[], more = '') =>
  get(`/v1/cards/population?card_ids=${ids.map(encodeURIComponent).join(',')}${more}`);

const population = async (id: string, query = '') =>
  (await get(`/v1/cards/${id}/population?${query}`)).body.data;

describe('GET /v1/cards/population: 200', () => {
  it('returns the cards in the requested order, with the same data as card population', async () => {
    // A matched card, an unmatched card, and a card without counts.
    const ids = [fixtureCard('1d'), fixtureCard('3b'), CHARIZARD, fixtureCard('4a')];
    const { status, body } = await batch(ids);
    expect(status).toBe(200);
    const cards = await Promise.all(
      ids.map(async (id) => ({ requested_id: id, ...(await population(id)) })),
    );
    const results = ids.map((requested, position) => ({ requested, found: [position] }));
    expect(body.data).toEqual({ cards, not_found: [], results });
  });

  it('returns one result per item in the order sent, including repeated and blank items', async () => {
    const other = fixtureCard('2a');
    const sent = [
      'x',
      CHARIZARD,
      '',
      ` ${CHARIZARD.toUpperCase()} `,
      '  ',
      other,
      'X',
      CHARIZARD,
      '',
    ];
    const { body } = await batch(sent);
    expect(body.data.cards.map(({ card_id }: { card_id: string }) => card_id)).toEqual([
      CHARIZARD,
      other,
    ]);
    expect(body.data.not_found).toEqual(['x']);
    const found = [[], [0], [], [0], [], [1], [], [0], []];
    expect(body.data.results).toEqual(
      sent.map((requested, index) => ({ requested, found: found[index] })),
    );
  });

  it.each(['grader=csg', 'auto_split=true&grader=psa&parsed_description=true'])(
    'applies %s to each card, with the same result as card population',
    async (query) => {
      const { body } = await batch([CHARIZARD, fixtureCard('2a')], `&${query}`);
      expect(body.data.cards).toEqual([
        { requested_id: CHARIZARD, ...(await population(CHARIZARD, query)) },
        { requested_id: fixtureCard('2a'), ...(await population(fixtureCard('2a'), query)) },
      ]);
    },
  );
});
