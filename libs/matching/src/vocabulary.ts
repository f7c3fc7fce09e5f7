/** Several words that are one, or that have a shorter name. Each stands between spaces in folded text. */
export const PHRASES: readonly (readonly [RegExp, string])[] = (
  [
    ['upper deck', 'ud'],
    ['o pee chee', 'opc'],
    ['in the game', 'itg'],
    ['die cuts?|diecuts?', 'diecut'],
    ['first edition|1st ed', '1st edition'],
    ['mixed martial arts', 'mma'],
    ['all stars?|allstars?', 'allstar'],
    ['short prints?', 'sp'],
    ['super short prints?', 'ssp'],
    ['fire red', 'firered'],
    ['leaf green', 'leafgreen'],
    ['heart gold', 'heartgold'],
    ['soul silver', 'soulsilver'],
    ['pocket monsters', 'pokemon'],
    ['game used', 'gameused'],
    ['game worn', 'gameworn'],
    ['x fractors?', 'xfractor'],
    // The code of a Pokemon set with its language: `PAL EN`.
    ['[a-z\\d]{3} en', ''],
  ] as const
).map(([phrase, word]) => [new RegExp(`(?<= )(?:${phrase})(?= |$)`, 'g'), word]);

/** Spellings of one word. */
export const SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    topps: 'topps',
    series: 'ser serie',
    1: 'one',
    2: 'two',
    3: 'three',
    4: 'four',
    5: 'five',
    auto: 'autograph autographed autos au autographe',
    signature: 'sig sigs signatures',
    memorabilia: 'mem',
    jersey: 'jsy jerseys jer',
    material: 'mat matl materials',
    refractor: 'ref refr refractors',
    rookie: 'rc rookies rook',
    collection: 'coll collections',
    edition: 'ed',
    championship: 'champ championships',
    stadium: 'stad',
    holo: 'foil holofoil holographic foils',
    certificate: 'cert',
    parallel: 'par',
    limited: 'ltd',
    international: 'intl',
    national: 'natl',
    checklist: 'cl chklst',
    prerelease: 'prelease',
    variation: 'var variations',
  }).flatMap(([word, spellings]) =>
    spellings.split(' ').map((spelling): [string, string] => [spelling, word]),
  ),
);

/** Words that are only grammar. */
export const GRAMMAR: ReadonlySet<string> = new Set(
  'the of a an and by for in to with at on from'.split(' '),
);

/** How much a word tells when only one of two entries has it. */
export type WordClass = 'noise' | 'told' | 'weak' | 'maker' | 'telling';

const WORDS: Readonly<Record<Exclude<WordClass, 'telling' | 'told'>, string>> = {
  // Labels add or leave these out freely.
  noise:
    'card trading insert base set regular common english en game official product tcg ccg baseball basketball football hockey soccer golf tennis boxing wrestling racing mma lacrosse cricket multisport entertainment',
  // One of two may leave these out, but an entry that has them too is nearer.
  weak: 'rookie sp ssp parallel relic nba nfl mlb nhl mls ufc wwe wnba collectible collection checklist unlimited',
  maker: 'panini topps ud leaf fleer score pinnacle skybox pacific playoff donruss opc bowman itg',
};

/** Of Pokemon: the language and game of all cards, and what set and number tell already, the series and the rarity. */
const POKEMON_NOISE = 'pokemon tcg';
const POKEMON_TOLD =
  'sword shield sun moon black white xy ex dp diamond pearl platinum heartgold soulsilver hgss bw sm swsh sv scarlet violet me mega evolution wizard nintendo wotc team star gold delta specie expedition rare illustration special hyper ultra secret shiny full art alternate radiant amazing double ace spec r rr rrr c u ur scr ir sir hr shr v vmax vstar promo';

function classes(byClass: Readonly<Record<string, string>>): [string, WordClass][] {
  return Object.entries(byClass).flatMap(([name, words]) =>
    words.split(' ').map((word): [string, WordClass] => [word, name as WordClass]),
  );
}

const CLASS_OF = new Map(classes(WORDS));
const POKEMON_CLASS_OF = new Map([
  ...CLASS_OF,
  ...classes({ told: POKEMON_TOLD, noise: POKEMON_NOISE, weak: 'holo' }),
]);

/** The class of a word, for cards of a category. */
export function classOf(word: string, category: string): WordClass {
  return (category === 'pokemon' ? POKEMON_CLASS_OF : CLASS_OF).get(word) ?? 'telling';
}

/** Words at the end of a name that tell father from son. */
export const GENERATIONS: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** What graders write beside a name that is no part of it. */
export const BESIDE_NAMES: ReadonlySet<string> = new Set(
  'holo foil rc rookie reverse full art sp ssp gold star delta species'.split(' '),
);

const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/pok[eé]mon|pocket monster/i, 'pokemon'],
  [/yu-?gi-?oh/i, 'yugioh'],
  [/^magic|gathering/i, 'magic'],
];

/** A category under one name: `Pokemon TCG` and `Pokémon` are the same. Empty when it is not known. */
export function categoryOf(text: string): string {
  return CATEGORIES.find(([pattern]) => pattern.test(text))?.[1] ?? text.trim().toLowerCase();
}
