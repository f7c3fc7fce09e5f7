import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Card, idOf, search, searchIn, simpleSearch } from './dataset.js';

/** Number of cards, chosen to exceed the maximum that one statement returns. */
const MANY = 400;

const card = (set: string, name: string, number: string, rest: Partial<Card> = {}): Card => ({
  ...{ grader: 'psa', copies: 1, set, name, number },
  ...rest,
});
const many = (cardOf: (index: number) => Card): Card[] =>
  Array.from({ length: MANY }, (_, index) => ({ ...cardOf(index), copies: 5000 + index }));
const numberOf = (index: number) => `${index + 1000}`;

const cards: Card[] = [
  ...many((index) => card('Popular', `Zebra${index}`, numberOf(index))),
  ...['beckett', 'sgc', 'cgc'].map((grader) => card('Popular', 'Zebra0', '1', { grader })),
];
const lone = (grader: string) => idOf(cards.findIndex((each) => each.grader === grader));
const loneOf = { beckett: lone('beckett'), sgc: lone('sgc'), cgc: lone('cgc') };
/** Adds many popular cards, and then a card for which a test searches. @returns the id of that card */
function addLast(all: readonly Card[], last: Card): string {
  cards.push(...all, last);
  return idOf(cards.length - 1);
}

// Each SGC card is matched with a PSA card. Only the PSA card contains the word "chrome".
const pairs = cards.length;
const matched = Array.from({ length: MANY }, (_, index) =>
  card('Pairs', 'Lynx', numberOf(index), { grader: 'sgc', matched: pairs + index }),
);
const chrome = addLast(
  [...many((index) => card('Pairs Chrome', 'Lynx', numberOf(index))), ...matched],
  card('Pairs Chrome', 'Lynx', '1', { grader: 'sgc' }),
);
// The set name of these cards contains the number of the intended card.
const seventh = addLast(
  many((index) => card('Series 7', 'Heron', numberOf(index))),
  card('Series 7', 'Heron', '7'),
);
// These cards have the number and year of the intended card, and their set name contains a word of its name.
const otter = addLast(
  many((index) => card('Otter Gems', `Badger${index}`, '9', { year: '1995' })),
  card('Otter Gems', 'Otter', '9', { year: '1995' }),
);
// These cards have the year and number of the intended card, and each contains one word of its name.
const teal = addLast(
  many((index) => card('Ponds', `Silas Heron${index}`, '3', { year: '1996' })),
  card('Ponds', 'Silas Teal', '3', { year: '1996' }),
);

searchIn('gcd_search_candidates', cards);

async function structured(query: string, grader?: string): Promise<Record<string, string[]>> {
  const parameters = new URLSearchParams({ query, ...(grader && { grader }) });
  const { results } = await search.get(`/v1/cards/search/structured?${parameters}`);
  return Object.fromEntries(
    Object.entries<{ card_id: string }[]>(results).map(([each, found]) => [
      each,
      found.map(({ card_id }) => card_id),
    ]),
  );
}

async function simple(query: string): Promise<string[]> {
  const { results } = await simpleSearch(query);
  return results.map(({ card_id }: { card_id: string }) => card_id);
}

describe('structured search with more matches than it can rank', () => {
  it("returns each grader's best 25 cards if there is no filter", async () => {
    const { psa, ...others } = await structured('2001 popular');
    expect(psa).toHaveLength(25);
    expect(others).toEqual({ beckett: [loneOf.beckett], sgc: [loneOf.sgc], cgc: [loneOf.cgc] });
  });

  it('returns the same cards from a grader with and without the grader filter', async () => {
    const all = await structured('2001');
    for (const [grader, ids] of Object.entries(all)) {
      expect(await structured('2001', grader)).toEqual({ [grader]: ids });
    }
  });

  it("ignores words that occur only in another grader's card", async () => {
    expect((await structured('pairs chrome lynx', 'sgc')).sgc).toEqual([chrome]);
    expect((await structured('pairs chrome lynx')).sgc).toEqual([chrome]);
  });

  it('returns the card with the queried card number first', async () => {
    expect((await structured('2001 series heron 7')).psa?.[0]).toBe(seventh);
  });
});

describe('simple search with more matches than it can rank', () => {
  const totalOf = async (query: string) => {
    const { total, total_is_exact } = await simpleSearch(query);
    return [total, total_is_exact];
  };

  it('returns the card with the queried card number first', async () => {
    expect((await simple('2001 series heron 7'))[0]).toBe(seventh);
    expect((await simple('series 7'))[0]).toBe(seventh);
  });

  it('finds a card with a low number even though many cards share part of its name', async () => {
    expect((await simple('1996 ponds silas teal auction #3'))[0]).toBe(teal);
  });

  /** Runs `check` while the cards are in other popularity tiers. @param tier SQL expression */
  async function inTiers(tier: string, check: () => Promise<void>): Promise<void> {
    const owner = new pg.Client(search.databaseUrl);
    await owner.connect();
    await owner.query(`update search_cards set tier = ${tier}`);
    try {
      await check();
    } finally {
      await owner.query('update search_cards set tier = 0');
      await owner.end();
    }
  }

  it('counts the cards of every popularity tier, up to 1000', () =>
    inTiers('card % 3', async () => {
      expect(await totalOf('ponds')).toEqual([MANY + 1, true]);
      expect(await totalOf('2001')).toEqual([1000, false]);
    }));

  it('finds cards of the last tier by their other words while a short word is being typed', () =>
    inTiers('2', async () => {
      expect(await simple('popular 1000 ze')).toEqual([idOf(0)]);
      expect((await totalOf('popular 1000 ze'))[0]).toBe(1);
    }));

  it('applies filters before it limits the number of cards', async () => {
    const query = 'grader=beckett&query=popular';
    const { results, total } = await search.get(`/v1/cards/search/simple?${query}`);
    expect(results.map(({ card_id }: { card_id: string }) => card_id)).toEqual([loneOf.beckett]);
    expect(total).toBe(1);
  });

  it('finds a card by year, number and whole name if no card contains every word', async () => {
    expect((await simple('1995 otter gems dealer #9'))[0]).toBe(otter);
  });
});
