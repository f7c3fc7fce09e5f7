/** Phrases of folded text, as patterns, and the word or shorter name that replaces each. */
const REPLACEMENTS = [
  ['upper deck', 'ud'],
  ['o pee chee', 'opc'],
  ['in the game', 'itg'],
  ['die cuts?|diecuts?', 'diecut'],
  ['first edition|1st ed', '1st edition'],
  ['mixed martial arts', 'mma'],
  ['all stars?|allstars?', 'allstar'],
  ['super short prints?', 'ssp'],
  ['short prints?', 'sp'],
  ['fire red', 'firered'],
  ['leaf green', 'leafgreen'],
  ['heart gold', 'heartgold'],
  ['soul silver', 'soulsilver'],
  ['pocket monsters', 'pokemon'],
  ['game used', 'gameused'],
  ['game worn', 'gameworn'],
  ['x fractors?', 'xfractor'],
  ['(?:1st|first) series|series i', 'series 1'],
  ['(?:2nd|second) series|series ii', 'series 2'],
  // The code and language of a Pokemon set, such as `PAL EN`.
  ['[a-z\\d]{3} en', ''],
] as const;

/** Creates a pattern that matches only whole words. */
const wholeWords = (pattern: string, flags = '') =>
  new RegExp(`(?<= )(?:${pattern})(?= |$)`, flags);

export const PHRASES: readonly (readonly [RegExp, string])[] = REPLACEMENTS.map(
  ([phrase, word]) => [wholeWords(phrase, 'g'), word],
);

/** Matches text that contains any of the phrases. */
export const ANY_PHRASE = wholeWords(REPLACEMENTS.map(([phrase]) => phrase).join('|'));

/** Maps each spelling of a word to its canonical spelling. */
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

export const GRAMMAR: ReadonlySet<string> = new Set(
  'the of a an and by for in to with at on from'.split(' '),
);

/**
 * Words that may be omitted from any label. The matcher learns additional optional words from the catalog (`learn.ts`).
 */
export const FILLERS: ReadonlySet<string> = new Set(
  (
    'card trading base set regular common english en game official product tcg ccg ' +
    'baseball basketball football hockey soccer golf tennis boxing wrestling racing mma lacrosse cricket multisport entertainment'
  ).split(' '),
);

/**
 * Words that add nothing to the name of a variety: `Gold Parallel` means the same as `Gold`. Without a variety's name,
 * these words distinguish a parallel from the base card.
 */
export const COMPLEMENTS: ReadonlySet<string> = new Set(['parallel', 'insert', 'unlimited']);

/**
 * Words that always distinguish cards, even if no two cards in the catalog differ only in such a word. They are
 * optional only within a set name, before its last word, as in `Platinum Rising Rivals`.
 */
export const ALWAYS_TELLING: ReadonlySet<string> = new Set(
  (
    'sp ssp short print relic rookie insert parallel checklist collection auto signature jersey bat patch memorabilia variation edition error reverse ' +
    'refractor prizm chrome gold silver bronze platinum black white red blue green purple orange pink yellow teal aqua rainbow shiny promo ' +
    'jumbo leaf fleer score pinnacle skybox pacific playoff donruss ' +
    'japanese korean chinese german french italian spanish portuguese russian'
  ).split(' '),
);

/** Manufacturers, whose names precede the set name on labels. */
export const MAKERS: ReadonlySet<string> = new Set(
  'panini topps ud leaf fleer score pinnacle skybox pacific playoff donruss opc bowman itg'.split(
    ' ',
  ),
);

/** Manufacturers that own several brands. Labels may omit the manufacturer's name before the brand. */
export const OWNERS: ReadonlySet<string> = new Set(['panini', 'topps', 'ud']);

/** Suffixes of names that distinguish a father from his son. */
export const GENERATIONS: ReadonlySet<string> = new Set(['jr', 'sr', 'ii', 'iii', 'iv']);

/** Words that graders write next to a name but that are not part of it. */
export const BESIDE_NAMES: ReadonlySet<string> = new Set(
  'holo foil rc rookie reverse full art sp ssp gold star delta species'.split(' '),
);

/**
 * Abbreviations of notes about a sports card's subject or print, such as Hall of Fame or uncorrected error. Labels of
 * other graders omit them, because they rarely tell cards apart. Abbreviations that name another card, such as SP, ERR
 * and VAR, are not in this list.
 */
export const ANNOTATIONS = 'UER XRC HOF AS TC TL LL RR DK DP FDP HL IA MG RB SA TP WS'.split(' ');

const CATEGORIES: readonly (readonly [RegExp, string])[] = [
  [/pok[eé]mon|pocket monster/i, 'pokemon'],
  [/yu-?gi-?oh/i, 'yugioh'],
  [/^magic|gathering/i, 'magic'],
];

const GAMES: ReadonlySet<string> = new Set(CATEGORIES.map(([, name]) => name));

/** Whether a category is a known game, whose labels use other abbreviations than those of sports cards. */
export const isGame = (category: string): boolean => GAMES.has(category);

/** Words that category names contain in addition to the sport or game, as in `Baseball Cards` and `Lorcana TCG`. */
const BESIDE_CATEGORIES = /\b(?:trading |collectible )?cards?(?: games?)?\b|\b[tc]cg\b/gi;

/**
 * Normalizes a category, so that `Pokemon TCG` and `Pokémon` are equal. The result is empty if the category is unknown.
 */
export function categoryOf(text: string): string {
  const known = CATEGORIES.find(([pattern]) => pattern.test(text))?.[1];
  return known ?? text.replace(BESIDE_CATEGORIES, '').trim().toLowerCase();
}
