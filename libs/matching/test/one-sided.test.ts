import type { Grader } from '@gcd/contracts';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { makeCatalog, randomNumbers } from './catalog.js';
import { Listing } from './listing.js';
import type { Card } from './wording.js';

/**
 * Number of pairs per kind of difference. In each pair, one grader lists only card A, and another lists only card B.
 * Neither card has a better candidate, but the matcher must not match them. Otherwise, a response would contain the
 * population of a different card.
 */
const PAIRS_PER_KIND = 24;
const MAX_SHARE_MATCHED = 0.01;

type Change = Partial<Card>;
type Kind = readonly [
  kind: string,
  categories: readonly string[],
  a: Change | ((card: Card) => Change),
  b: Change | ((card: Card) => Change),
];

const SPORTS = ['Baseball', 'Basketball', 'Football'];
const base = {};
const variety = (text: string): Change => ({ variety: text });
const inSet =
  (text: string) =>
  (card: Card): Change => ({ set: `${card.set} ${text}` });
const inName =
  (text: string) =>
  (card: Card): Change => ({ name: `${card.name} ${text}` });
const named = (name: string): Change => ({ name });

/** Returns a surname that no other card has. */
const unknownName = ({ number }: Card) =>
  `Oh${[...number].map((digit) => 'abdefghikl'.charAt(Number(digit))).join('')}`;

const wordsIn = (text: string) => text.split(', ');

const KINDS: readonly Kind[] = [
  // In each pair, one card has an additional word in the column for the parallel or subset.
  ...wordsIn(
    'SP, SSP, Short Print, Super Short Print, Relic, Rookie, Insert, Checklist, Collection, Parallel, Refractor, Gold, Silver, Platinum, Holo, Autographs, Patch, Image Variation, Error, Sepia, Die-Cut, Future Stars',
  ).map((word): Kind => [`base and ${word}`, SPORTS, base, variety(word)]),
  // In each pair, one card has an additional word in the set name.
  ...wordsIn(
    'NFL, Score, Playoff, Leaf, Donruss, Pinnacle, Chrome, Collection, Short Print, Rookie, Series 2, Traded, Checklist, Relic',
  ).map((word): Kind => [`set and set with ${word}`, SPORTS, base, inSet(word)]),
  ['Series 1 and Series 2', SPORTS, inSet('Series 1'), inSet('Series 2')],
  ['Gold and Gold Wave', SPORTS, variety('Gold'), variety('Gold Wave')],
  ['insert and its parallel', SPORTS, variety('Future Stars'), variety('Future Stars Gold')],
  [
    'insert with letters in its numbers and its autographs',
    SPORTS,
    (card) => ({ ...variety('Future Stars'), number: `FS-${card.number}` }),
    (card) => ({ ...variety('Future Stars Autographs'), number: `FS-${card.number}` }),
  ],
  ['two inserts', SPORTS, variety('Future Stars'), variety('Power Players')],
  ['relic and autographed relic', SPORTS, variety('Relic'), variety('Relic Autographs')],
  ['/50 and /99', SPORTS, { variety: 'Gold', run: '/50' }, { variety: 'Gold', run: '/99' }],
  ['the same card a year later', SPORTS, base, (card) => ({ year: card.year + 1 })],
  // Pairs that differ in their names.
  ['father and son', SPORTS, named('Cecil Fielder'), named('Cecil Fielder Jr.')],
  ['a name with and without III', SPORTS, base, inName('III')],
  ['surnames: Anderson, Andersen', SPORTS, named('Mike Anderson'), named('Mike Andersen')],
  ['surnames that differ in one letter', SPORTS, named('David Walker'), named('David Wulker')],
  ['an initial that fits several names', SPORTS, named('J. Smith'), named('James Smith')],
  [
    'an initial and an unknown name',
    SPORTS,
    (card) => named(`J. ${unknownName(card)}`),
    (card) => named(`Jiro ${unknownName(card)}`),
  ],
  ['base and a name with a variety', SPORTS, base, inName('Sepia')],
  ['Gold and a name with another variety', SPORTS, variety('Gold'), inName('Sepia')],
  ['different first names', SPORTS, named('Carlos Garcia'), named('Luis Garcia')],
  // Pairs of cards from games.
  ...wordsIn(
    'Platinum, Gold, Shiny, Promo, Holo, Reverse Holo, 1st Edition, Shadowless, Stamped, Staff, Japanese',
  ).map((word): Kind => [`Pokemon and ${word}`, ['Pokemon'], base, variety(word)]),
  ['Nidoran♀ and Nidoran♂', ['Pokemon'], named('Nidoran♀'), named('Nidoran♂')],
  ['Nidoran and Nidoran♀', ['Pokemon'], named('Nidoran'), named('Nidoran♀')],
  ['Charizard and Charizard ex', ['Pokemon'], named('Charizard'), named('Charizard ex')],
  ['Charizard and Dark Charizard', ['Pokemon'], named('Charizard'), named('Dark Charizard')],
  ['Fossil and Jungle', ['Pokemon'], { set: 'Fossil' }, { set: 'Jungle' }],
  [
    '258 and 258★',
    ['Magic'],
    (card) => ({ number: `2${card.number}` }),
    (card) => ({ number: `2${card.number}★` }),
  ],
  ...['Foil', 'Borderless', 'Foil Etched', 'Showcase'].map(
    (word): Kind => [`Magic and ${word}`, ['Magic'], base, variety(word)],
  ),
  [
    'Secret Rare and Quarter Century Secret Rare',
    ['Yu-Gi-Oh'],
    variety('Secret Rare'),
    variety('Quarter Century Secret Rare'),
  ],
  ['Secret Rare and Ultra Rare', ['Yu-Gi-Oh'], variety('Secret Rare'), variety('Ultra Rare')],
];

const listing = new Listing();
let matched: ReadonlyMap<number, readonly number[]>;
const pairs = new Map<string, [number, number][]>();

beforeAll(() => {
  const random = randomNumbers(7);
  const cards = makeCatalog(random, [2016, 2017, 2018]);
  listing.addCatalog(cards, random);
  const sides: readonly [Grader, Grader][] = [
    ['psa', 'beckett'],
    ['cgc', 'psa'],
    ['beckett', 'sgc'],
    ['sgc', 'cgc'],
  ];
  for (const [at, [kind, categories, a, b]] of KINDS.entries()) {
    const own: [number, number][] = [];
    const candidates = cards.filter(
      ({ category, variety }) =>
        categories.includes(category) && ['', 'Secret Rare'].includes(variety),
    );
    // Only Beckett and CGC list print runs.
    const ofKind: typeof sides = kind.startsWith('/') ? [['beckett', 'cgc']] : sides;
    for (let n = 0; n < PAIRS_PER_KIND; n += 1) {
      const like = candidates[Math.floor(random() * candidates.length)] as Card;
      const card = { ...like, number: `${100 + at}${n}`, note: '' };
      const changed = (change: typeof a) => ({
        ...card,
        ...(typeof change === 'function' ? change(card) : change),
      });
      const [one, other] = ofKind[n % ofKind.length] as [Grader, Grader];
      own.push([listing.add(changed(a), one), listing.add(changed(b), other)]);
    }
    pairs.set(kind, own);
  }
  matched = listing.match();
});

describe('similar cards that only one grader lists', () => {
  it.each(KINDS.map(([kind]) => kind))('are not matched: %s', (kind) => {
    const own = pairs.get(kind) ?? [];
    const together = own.filter(([a, b]) => matched.get(a)?.includes(b));
    expect(together.length / own.length).toBeLessThanOrEqual(MAX_SHARE_MATCHED);
  });
});

it('cards that several graders list are matched', () => {
  const { precision, recall } = listing.score(matched);
  expect(precision).toBeGreaterThan(0.997);
  expect(recall).toBeGreaterThan(0.95);
});
