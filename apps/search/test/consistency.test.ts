import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { fixtureCard } from '@gcd/testing/api.js';
import { query as inDatabase } from '@gcd/testing/database.js';
import { type SearchStack, STACK_TIMEOUT_MS, startSearchStack } from './search-stack.js';

let search: SearchStack;
beforeAll(async () => {
  search = await startSearchStack('gcd_search');
}, STACK_TIMEOUT_MS);
afterAll(() => search?.stop());

const cards = (...rows: string[]) =>
  ['card_id,grader,description,year,set_name,name,card_number,parallel', ...rows].join('\n');
const populations = (...rows: [card: string, count: number][]) =>
  [
    'card_id,date,grades',
    ...rows.map(([card, count]) => `${fixtureCard(card)},2026-01-02,"{""psa_9"":${count}}"`),
  ].join('\n');

interface Page {
  readonly has_more: boolean;
  readonly results: { readonly card_id: string }[];
}

const pageOf = (text: string, page: number): Promise<Page> =>
  search.get(`/v1/cards/search/simple?query=${encodeURIComponent(text)}&page=${page}`);

/** Runs a simple search. @returns the cards found, in order, each as the two characters that its id repeats */
async function find(text: string): Promise<string[]> {
  return (await pageOf(text, 1)).results.map(({ card_id }) => card_id.slice(0, 2));
}

it('search finds a card as soon as its import ends, and a renamed card only by its new name', async () => {
  expect(await find('wembanyama')).toEqual([]);
  const card = (name: string) =>
    cards(`${fixtureCard('a1')},psa,2023 Prizm ${name} #136,2023,Prizm,${name},136,`);
  await search.load({ 'cards.csv': card('Wembanyama') });
  expect(await find('wembanyama')).toEqual(['a1']);
  await search.load({ 'cards.csv': card('Wemby') });
  expect(await find('wembanyama')).toEqual([]);
  expect(await find('2023 prizm wemby 136')).toEqual(['a1']);
});

it('search corrects typos only to words on existing cards', async () => {
  const card = (name: string) =>
    cards(`${fixtureCard('a2')},psa,1975 Quokka ${name} #9,1975,Quokka,${name},9,`);
  await search.load({ 'cards.csv': card('Marsupilami') });
  expect(await find('marsupilame')).toEqual(['a2']);
  await search.load({ 'cards.csv': card('Bandicoot') });
  expect(await find('marsupilame')).toEqual([]);
  expect(await find('bandicot')).toEqual(['a2']);
  await search.admin('search', 'rebuild');
  expect(await find('bandicot')).toEqual(['a2']);
  const counts = await inDatabase(
    search.databaseUrl,
    "select term, cards, names from search_terms where term in ('bandicoot', 'marsupilami', 'quokka') order by 1",
  );
  expect(counts).toEqual([
    { term: 'bandicoot', cards: 1, names: 1 },
    { term: 'quokka', cards: 1, names: 0 },
  ]);
});

it('search ranks the base card above its parallels, unless the query names them [S191]', async () => {
  await search.load({
    'cards.csv': cards(
      `${fixtureCard('b1')},psa,2018 Prizm Luka Doncic Silver #280,2018,Prizm,Luka Doncic,280,Silver`,
      `${fixtureCard('b2')},psa,2018 Prizm Luka Doncic #280,2018,Prizm,Luka Doncic,280,`,
      `${fixtureCard('b3')},psa,2018 Prizm Luka Doncic Gold #280,2018,Prizm,Luka Doncic,280,Gold`,
    ),
    'populations.csv': populations(['b1', 20], ['b2', 10], ['b3', 1]),
  });
  expect(await find('2018 prizm luka doncic 280')).toEqual(['b2', 'b1', 'b3']);
  expect(await find('2018 prizm luka doncic 280 gold')).toEqual(['b3']);
  expect(await find('2018 prizm luka doncic 280 neon green')).toEqual(['b2', 'b1', 'b3']);
});

it('search ranks the more popular of two equal matches first, even after populations change [S191]', async () => {
  await search.load({
    'cards.csv': cards(
      `${fixtureCard('c1')},psa,1989 Griffey One #1,1989,One,Griffey,1,`,
      `${fixtureCard('c2')},psa,1989 Griffey Two #1,1989,Two,Griffey,1,`,
    ),
    'populations.csv': populations(['c1', 50], ['c2', 5]),
  });
  expect(await find('1989 griffey')).toEqual(['c1', 'c2']);
  await search.load({ 'populations.csv': populations(['c2', 5000]) });
  expect(await find('1989 griffey')).toEqual(['c2', 'c1']);
});

it('search merges matched grader cards into one result with all their words, and separates them after an unmatch [S192]', async () => {
  await search.load({
    'cards.csv': cards(
      `${fixtureCard('d1')},psa,1996 Topps Kobe Bryant #138,1996,Topps,Kobe Bryant,138,`,
      `${fixtureCard('d2')},sgc,1996 Topps Basketball Kobe Bryant 138,1996,Topps Basketball,Kobe Bryant,138,`,
    ),
  });
  expect((await find('1996 topps kobe bryant')).sort()).toEqual(['d1', 'd2']);
  const match = (universal: string) => ({
    'matches.csv': `card_id,universal_card_id\n${fixtureCard('d2')},${universal}\n`,
  });
  await search.load(match(fixtureCard('d1')));
  expect(await find('1996 topps kobe bryant')).toEqual(['d1']);
  expect(await find('kobe basketball')).toEqual(['d1']);
  await search.load(match(''));
  expect((await find('1996 topps kobe bryant')).sort()).toEqual(['d1', 'd2']);
  expect(await find('kobe basketball')).toEqual(['d2']);
});

it('search and suggestions return a universal card once if a match commits while they run', async () => {
  await search.load({
    'cards.csv': cards(
      `${fixtureCard('e1')},psa,1952 Topps Mantle Rookie #311,1952,Topps,Mantle Rookie,311,`,
      `${fixtureCard('e2')},sgc,1952 Topps Mantle #311,1952,Topps,Mantle,311,`,
    ),
    'populations.csv': populations(['e1', 3]),
  });
  // The search table has the state before the match, and the cards have the state after it.
  await inDatabase(
    search.databaseUrl,
    `update cards set universal = promoted.id from cards promoted
     where promoted.card_id = '\\x${fixtureCard('e1')}' and cards.card_id in ('\\x${fixtureCard('e1')}', '\\x${fixtureCard('e2')}')`,
  );
  const { results } = await search.get('/v1/cards/search/simple?query=1952+mantle');
  expect(results).toHaveLength(1);
  expect(results[0]).toMatchObject({
    card_id: fixtureCard('e1'),
    universal_card_id: fixtureCard('e1'),
    total_population: 3,
    graders_included: ['psa', 'sgc'],
  });
  const { suggestions } = await search.get('/v1/cards/search/suggest?query=1952+mantle');
  const found = suggestions.filter(({ kind }: { kind: string }) => kind === 'card');
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ card_id: fixtureCard('e1') });
});

it('search returns ten cards per page without duplicates, up to ten pages [S194 S197 S259]', async () => {
  const many = Array.from({ length: 130 }, (_, index) => [
    index.toString(16).padStart(40, '0'),
    `psa,2001 Many Cards #${index},2001,Many,Cards,${index},`,
  ]);
  await search.load({ 'cards.csv': cards(...many.map((row) => row.join(','))) });
  const seen = new Set<string>();
  for (let page = 1; page <= 10; page += 1) {
    const { has_more, results } = await pageOf('many cards', page);
    expect(has_more).toBe(page < 10);
    for (const { card_id } of results) seen.add(card_id);
  }
  expect(seen.size).toBe(100);
});

it('`admin migrate` rebuilds a search table that contains outdated terms', async () => {
  await inDatabase(search.databaseUrl, 'update search_index set terms_version = 0');
  await inDatabase(search.databaseUrl, 'truncate search_cards');
  expect(await find('1989 griffey')).toEqual([]);
  await search.admin('migrate');
  expect(await find('1989 griffey')).toEqual(['c2', 'c1']);
});
