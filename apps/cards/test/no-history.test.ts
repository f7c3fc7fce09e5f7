import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { type OwnServices, START_TIMEOUT_MS, startOwnServices } from '@gcd/testing/own-services.js';

const CARD = fixtureCard('7a');

let services: OwnServices;
const send = (target: string) => services.get(target);

beforeAll(async () => {
  services = await startOwnServices('gcd_no_history', 'cards', 'cards');
  await services.load({ 'cards.csv': `card_id,grader,description\n${CARD},psa,ONE CARD\n` });
}, START_TIMEOUT_MS);
afterAll(() => services?.stop());

describe('card history before and after imports', () => {
  it('returns 503 before any date is recorded [S185 S255]', async () => {
    const { status, body } = await send(`/v1/cards/${CARD}/population/history`);
    expect([status, body.error.code]).toEqual([503, 'as_of_unavailable']);
    const { body: card } = await send(`/v1/cards/${CARD}?include=growth`);
    expect(card.data.growth).toEqual({
      as_of: null,
      ...{ week: null, month: null, quarter: null, year: null },
    });
    const unknown = await send(`/v1/cards/${fixtureCard('7b')}/population/history`);
    expect(unknown.body.error.code).toBe('card_not_found');
  });

  it('includes imported counts as soon as the import ends, whichever instance replies', async () => {
    const populations = `card_id,date,grades\n${CARD},2026-02-28,"{""psa_10"":3}"\n`;
    await services.load({ 'populations.csv': populations });
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => send(`/v1/cards/${CARD}/population/history`)),
    );
    for (const { status, body } of responses) {
      expect(status).toBe(200);
      expect(body.data.population.window).toMatchObject({
        as_of: '2026-02-28',
        start: '2023-03-04',
        points: 79,
      });
      expect(body.data.population.population_data.total).toBe(3);
    }
  });

  it('is available under both ids after a card is matched [S37]', async () => {
    const other = fixtureCard('7c');
    await services.load({
      'cards.csv': `card_id,grader,description\n${other},cgc,One card\n`,
      'matches.csv': `card_id,universal_card_id\n${other},${CARD}\n`,
    });
    const { body } = await send(`/v1/cards/${other}/population`);
    expect(body.data).toMatchObject({ card_id: other, universal_card_id: CARD, grader: 'cgc' });
    expect(body.data.population.graders_included).toEqual(['psa', 'cgc']);
  });
});
