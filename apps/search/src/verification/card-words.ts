const wordsIn = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Languages of cards, by the terms that name them. Cards in other languages are labeled, English ones are not. */
export const LANGUAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Japanese: 'japanese japan',
    Chinese: 'chinese',
    Korean: 'korean',
    German: 'german',
    French: 'french',
    Italian: 'italian',
    Spanish: 'spanish',
    Portuguese: 'portuguese',
    Thai: 'thai',
    Indonesian: 'indonesian',
    English: 'english eng',
  }).flatMap(([language, terms]) =>
    terms.split(' ').map((term): [string, string] => [term, language]),
  ),
);
/** Manufacturers that labels and titles omit before the name of a brand. */
export const OWNERS = wordsIn('panini topps upper deck ud upper-deck');
export const GAME_OWNERS = wordsIn('wizards wotc bandai konami creature');
/** Words of sellers that are also words for a print or another game. */
export const GAME_PRINTS = wordsIn(
  'star classic collection common uncommon super magic yugioh holiday amazing',
);
/** The manufacturers and their brands. A card has only one of them. */
export const HOUSES = ['panini donruss', 'topp bowman', 'upper deck fleer skybox opeechee'].map(
  wordsIn,
);
/** Series of Pokemon sets, which labels and titles omit before the name of a set. */
export const SERIES = wordsIn(
  'sword shield scarlet violet sun moon xy heartgold soulsilver swsh sv',
);
export const AMBIGUOUS_SERIES = wordsIn('ex black white diamond pearl platinum mega evolution');
export const LEAGUES = wordsIn('nba mlb nfl nhl');
/** Words for the art of special prints. Labels and titles use one for the other. */
const SPECIAL_ART = wordsIn(
  'secret special illustration full alt alternate alternative art sir ir sar sr fa aa ar',
);
/** Words for the rarity of special prints. On another print of the same card, they would be wrong. */
export const SPECIAL = new Set([
  ...SPECIAL_ART,
  ...wordsIn('hyper amazing radiant shiny promo hr'),
]);
/** Words for the rarity of ordinary prints. On a special print of the same card, they would be wrong. */
export const ORDINARY = wordsIn('double rr ultra ur regular normal standard');
/** Kinds of Pokemon cards whose ordinary prints are double or ultra rare. */
export const KINDS = wordsIn('ex gx v vmax vstar');
const PLAIN = wordsIn('regular normal standard');
/** Words for the rarity of a card, which follows from its number. */
const ANY_PRINT = wordsIn('common uncommon rare holo holofoil foil');
export const RARITY = new Set([...SPECIAL, ...ORDINARY, ...ANY_PRINT]);

/** Whether words for a rarity say nothing that the number of the card does not. */
export function isRarityOf(
  words: readonly string[],
  isSpecialPrint: boolean,
  hasKind: boolean,
): boolean {
  const more = hasKind && !isSpecialPrint ? ORDINARY : PLAIN;
  return words.every((word) => ANY_PRINT.has(word) || more.has(word));
}
/** Rarities with alike names, longer names first. A card has at most one of them. */
export const RARITIES: readonly RegExp[] = [
  /\bspecial (?:illustration|art)(?: rare)?\b|\bsir\b|\bsar\b/g,
  /\b(?:illustration|art) rare\b|\bir\b|\bar\b/g,
  /\b(?:mega )?hyper rare\b|\bhr\b/g,
];
/** Rarities of labels that are none of {@link RARITIES}. */
export const OTHER_RARITIES = /\b(?:ultra rare|secret|full art)\b/i;
/** Series of Pokemon sets, each with the words for it. */
export const SERIES_WORDS = [
  'sword shield swsh',
  'scarlet violet sv',
  'sun moon sm',
  'xy',
  'heartgold soulsilver',
].map(wordsIn);
export const COLORS = wordsIn(
  'gold silver bronze black white red blue green purple orange pink yellow teal aqua magenta navy rose ruby emerald sapphire platinum copper neon rainbow lime turquoise burgundy maroon sepia fuchsia',
);
/** The second words of teams that begin with a color, and the colors. */
export const TEAMS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    sox: 'red white',
    jays: 'blue',
    wings: 'red',
    jackets: 'blue',
    devils: 'blue red',
  }).map(([name, colors]) => [name, wordsIn(colors)]),
);
/** Words before or after a year that is not that of the card. */
export const BEFORE_OTHER_YEAR = wordsIn(
  'since pulled bought in from anniversary christmas may june july august september october november december january february march april',
);
export const AFTER_OTHER_YEAR = wordsIn('gift sale collection');
/** Words after a language that is not that of the card. */
export const AFTER_OTHER_LANGUAGE = wordsIn(
  'seller vendor post mail shop store toy speaking new import',
);
/** Words that make a parallel of the color before them. */
export const PATTERNS = wordsIn(
  'refractor refractors xfractor x-fractor superfractor prizm prizms mojo shimmer wave raywave pulsar scope sparkle lava disco laser velocity ice cracked border parallel foil holo geometric crackle foilboard mosaic hyper',
);
/** Editions that labels always name. A title that names one of a pair denies the other. */
export const EDITIONS = wordsIn('1st shadowless unlimited');
/** Kinds of cards of games that labels omit. */
export const CARD_TYPES = wordsIn('trainer supporter');
/** Words that say only how scarce a parallel is, and words that the color of a parallel implies. */
export const SCARCE = wordsIn('sp ssp case hit edition parallel numbered');
export const IMPLIED = wordsIn('refractor refractors foil prizm prizms');
export const NO_PARALLEL = wordsIn('rookie rc base unlimited edition set');
/** Words that say nothing about a card, or that the check of the autograph reads. */
export const GRAMMAR = wordsIn(
  'auto autos autograph autographs autographed signed of the a an in with w for by from this is no n number nr',
);
/** Words for the sports that have a league. A card belongs to one of them; soccer is also called football. */
export const SPORTS = [
  'baseball mlb',
  'basketball nba wnba',
  'football nfl',
  'hockey nhl',
  'soccer football',
].map(wordsIn);
export const SPORT =
  /baseball|basketball|football|hockey|soccer|golf|tennis|boxing|wrestling|racing|mma|ufc|cricket|sport/i;
/** Code of a modern Pokemon set before its name, as in `PAL EN-PALDEA EVOLVED`. */
export const SET_CODE = /\b[a-z\d]{2,4} en[ -]+/i;
