import fc from 'fast-check';
import { describe, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { getFromService as get } from '@gcd/testing/service.js';

const search = (query: string, rest = '') =>
  get(`/v1/cards/search/simple?query=${encodeURIComponent(query)}${rest}`);

async function found(query: string): Promise<string[]> {
  const { body } = await search(query);
  return body.data.results.map(({ card_id }: { card_id: string }) => card_id.slice(0, 2));
}

describe('GET /v1/cards/search/simple', () => {
  it('200: returns a card with identity, parsed description and totals across all graders [S9 S38 S111 S112 S113 S114 S115 S190 S196]', async () => {
    const { status, body } = await search('1999 pokemon game charizard 4/102');
    expect(status).toBe(200);
    expect(body.data).toEqual({
      query: '1999 pokemon game charizard 4/102',
      page: 1,
      page_size: 10,
      has_more: false,
      total: 1,
      total_is_exact: true,
      ignored_words: [],
      sets: [expect.objectContaining({ display_name: '1999 Base Set' })],
      results: [
        {
          description: '1999 POKEMON GAME #4 CHARIZARD-HOLO',
          display_name: 'Charizard, 1999 Base Set #4',
          universal_card_id: fixtureCard('1a'),
          card_id: fixtureCard('1a'),
          is_universal_match: true,
          card_url: `https://cards.example/card/${fixtureCard('1a')}`,
          grader: 'psa',
          parsed_description: {
            category: 'Pokemon',
            year: '1999',
            set_name: 'Pokemon Game',
            name: 'Charizard-Holo',
            card_number: '4',
            parallel: null,
            subset: null,
          },
          total_population: 2113,
          gem_total: 104,
          gem_rate: 0.0492,
          graders_included: ['psa', 'beckett', 'sgc', 'cgc'],
          set_id: '375017c0baf54ba373cfaf35182151c1cc73f3a3',
        },
      ],
    });
  });

  it.each([
    [
      "finds a universal card by words from two graders' cards",
      'pokemon game unlimited 4/102',
      ['1a'],
    ],
    ['matches the last word as a prefix', 'fleer jord', ['5a']],
    ['ignores order and case', 'JORDAN fleer 57 1986', ['5a']],
    ['drops words that describe a copy', '1986 fleer jordan psa 10 gem mint', ['5a']],
    [
      'finds a card by year, number and name',
      '1986 fleer nba michael jordan #57 dealer stock',
      ['5a'],
    ],
    ['finds a number, but no longer one', 'charizard 199', ['4a']],
    ['finds nothing if every word is unknown', 'qqqqqq zzzz', []],
    ['finds nothing if the year is the only known word', '1999 zzzz', []],
    ['corrects swapped letters', 'michael jodran', ['5a']],
    ['corrects two wrong letters', '2003 skyridge charlzart', ['3b']],
    ['joins a word that is written as two', 'sky ridge char izard', ['3b']],
    ['splits three joined words', 'fleermichaeljordan', ['5a']],
    ['corrects a word to one that sounds the same', '2003 skyridge karizart', ['3b']],
    ['tolerates a year that is off by one', '1987 fleer jordan', ['5a']],
    ['reads a year followed by the initial of a brand', '86f jordan', ['5a']],
    ['does not read a print run as a card number', 'jordan fleer 57 12/99', ['5a']],
    ['does not read a hashtag as a card number', '1986 fleer #jordan', ['5a']],
    ['drops words that sellers add', '🔥 1986 Fleer Jordan L@@K invest PSA 10 GEM MINT', ['5a']],
    ['reads the title of a card from a URL', 'https://example.com/itm/1986-fleer-jordan/7', ['5a']],
    ['finds nicknames of players', '1986 fleer mj', ['5a']],
    ['finds a name in German', 'glurak skyridge', ['3b']],
    ['finds a name in Japanese', 'リザードン skyridge', ['3b']],
    ['finds nothing for punctuation', '"&|!*():', []],
  ])('200: %s', async (_, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  it('200: reads full-width letters and control characters, and echoes the query as sent [S196]', async () => {
    for (const query of ['  ＦＬＥＥＲ  ', '\tfleer\u0000jordan\u0085']) {
      const { data } = (await search(query)).body;
      expect([data.query, data.results.length]).toEqual([query, 1]);
      expect(data.results[0].card_id).toBe(fixtureCard('5a'));
    }
  });

  it('200: drops words only if no card contains all of them [S191]', async () => {
    expect(await found('charizard illustration')).toEqual(['4a']);
    expect(await found('charizard illustration mint')).toEqual(['4a']);
    expect((await found('charizard illustration gold')).sort()).toEqual(['1a', '3b', '4a']);
  });

  it.each([
    ['1986 fleer jordan', undefined],
    ['1986 flear jordan', '1986 fleer jordan'],
    ['flear jordan psa 10 zzzz', 'fleer jordan'],
    ['wayne gretzky oppechee', 'wayne gretzky o-pee-chee'],
    ['wayne gretzky pee chee fleer michael jordan goudey', undefined],
  ])('200: for %j, returns the corrected query %j', async (query, expected) => {
    const { body } = await search(query);
    expect(body.data.results.length).toBeGreaterThan(0);
    expect(body.data.corrected_query).toBe(expected);
    expect('corrected_query' in body.data).toBe(expected !== undefined);
  });

  it('200: sets total to the number of matching cards across all pages', async () => {
    expect((await search('charizard')).body.data).toMatchObject({ total: 3, total_is_exact: true });
    const { body } = await get('/v1/cards/search/simple?q=charizard&page=2');
    expect(body.data).toMatchObject({ total: 3 });
    expect((await search('qqqqqq')).body.data).toMatchObject({ total: 0, total_is_exact: true });
  });

  it.each([
    ['category=pokemon', ['1a', '3b', '4a']],
    ['category=POKÉMON', ['1a', '3b', '4a']],
    ['year=2003-04', ['3b']],
    ['grader=psa', ['1a', '4a']],
    ['grader=BGS', ['1a', '3b']],
    ['grader=csg&year=1999&category=Pokemon', ['1a']],
  ])('200: filters cards with %s', async (filter, expected) => {
    const { body } = await search('charizard', `&${filter}`);
    const ids = body.data.results.map(({ card_id }: { card_id: string }) => card_id.slice(0, 2));
    expect([ids.sort(), body.data.total]).toEqual([expected, expected.length]);
  });

  it('200: accepts any text of 200 characters, counted before normalization [S193 S258]', async () => {
    // U+FDFA is one character, but eighteen characters after NFKC normalization.
    expect((await search('\ufdfa'.repeat(200))).status).toBe(200);
    expect((await search('\ufdfa'.repeat(201))).status).toBe(400);
  });
});

it.each(['simple', 'suggest'])(
  'GET /v1/cards/search/%s returns 200 or 400 for any text',
  async (kind) => {
    const pieces = fc.constantFrom(
      ...`charizard ' " \\ :* & | ! <-> ( ) -- /* % 4/102 ’ ﬁ İ \u200d ़ \ufffd`.split(' '),
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }),
      fc.array(pieces, { minLength: 1, maxLength: 60 }).map((each) => each.join('')),
    );
    await fc.assert(
      fc.asyncProperty(texts, async (text) => {
        const { status } = await get(
          `/v1/cards/search/${kind}?query=${encodeURIComponent(text.slice(0, 200))}`,
        );
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 200 },
    );
  },
);
