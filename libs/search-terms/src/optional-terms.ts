const wordsIn = (text: string) => new Set(text.trim().split(/\s+/));

/** Words that sellers use for the condition or sale of a copy. No card needs them. */
const ABOUT_COPY = wordsIn(`
  psa bgs bvg bccg beckett sgc cgc csg grade graded grading gem gemmint mt mint nm nm-mt nrmt nrmnt ex-mt exmt slab slabbed pop population cert
  lot invest investment investing hot look wow nice beautiful gorgeous sharp centered clean rip pulled pull
  sale sell selling obo shipping ship shipped offer offers value worth cheap steal read see pics pic description
  near good excellent fresh condition raw ungraded qty lp hp vg vgex sick investor grail pwe bmwt
  corner corners edges surface candidate potential undervalued underrated authentic genuine reserve auction bid bids bin
  beauty stunning crease creased creasing scratch scratched damaged dmg played lightly heavily loose regrade resub undergraded
  card cards tcg ccg investable collectible mancave comps subs subgrades wts wtb lsrp fs ft
  旧裏 美品 極美品 完美品 鑑定 鑑定品 鑑定済み ポケカ 送料無料 即決 匿名配送 まとめ売り 初期
`);

const SPORTS = ['baseball', 'basketball', 'football', 'hockey', 'soccer'] as const;
type Sport = (typeof SPORTS)[number];

/**
 * Words for leagues, positions and teams, by sport. Most cards of a team do not have its name. Names of teams that are
 * also words of sets or of other names, such as `Magic`, are left out.
 */
const ABOUT_SPORT: Readonly<Record<Sport, ReadonlySet<string>>> = {
  baseball: wordsIn(`
    mlb mlbpa bsbl pitcher catcher shortstop outfielder baseman 1b 2b 3b
    angels astros athletics braves brewers cardinals cubs cubbies diamondbacks dodgers indians mariners marlins mets
    nationals orioles padres phillies phils pirates rays reds rockies royals expos sox tigers twins yankees yanks jays
  `),
  basketball: wordsIn(`
    nba wnba bkb bball
    76ers bucks bulls cavaliers cavs celtics clippers grizzlies hawks hornets knicks lakers mavericks mavs nets nuggets
    pacers pelicans pistons raptors sixers spurs suns timberwolves blazers warriors
  `),
  football: wordsIn(`
    nfl nflpa fb fball ftbl qb quarterback rb wr linebacker receiver cornerback halfback fullback tackle
    49ers niners bears bengals broncos browns buccaneers bucs cardinals chargers chiefs colts commanders cowboys dolphins
    eagles falcons jaguars jets lions packers panthers patriots raiders rams ravens redskins saints seahawks steelers
    texans vikings
  `),
  hockey: wordsIn(`
    nhl goalie defenseman winger
    avalanche blackhawks bruins canadiens canucks coyotes flyers habs hurricanes islanders jets leafs oilers panthers
    penguins sabres wings
  `),
  soccer: wordsIn('mls striker midfielder juventus psg bayern dortmund'),
};

/** Words for rookie cards, leagues and cities. No card needs them, because most cards of a rookie do not have them. */
const ABOUT_PLAYER = wordsIn(`
  rookie rookies rc xrc rr ncaa
  ny nyc nj sf kc gb york boston chicago philadelphia pittsburgh cincinnati milwaukee minnesota toronto montreal atlanta detroit oakland
  seattle tampa brooklyn baltimore buffalo edmonton calgary vancouver winnipeg ottawa memphis portland utah sacramento
  kansas los angeles orleans vegas tennessee jacksonville texas oklahoma indianapolis anaheim arizona colorado california
  florida miami denver
`);

/** Cities and names of teams that are also words of sets or of names. */
const ALSO_OF_TEAMS = wordsIn(`
  giants rangers titans bills kings ducks wild lightning predators senators devils capitals sharks flames kraken heat
  thunder guardians cleveland dallas houston washington phoenix charlotte carolina nashville columbus diego francisco
  barcelona madrid liverpool chelsea arsenal
  argentina belgium brazil colombia croatia england france germany italy mexico netherlands portugal spain uruguay
`);

/** Words that sellers use and that also occur on cards. */
const ALSO_OF_SELLERS = wordsIn(`
  vintage iconic estate find hof hofer goat mvp star superstar legend classic must have free fast best buy now case hit hits
  holiday gift huge crazy insane awesome amazing super collection binder centering eye appeal
  question exclamation
`);

/** Words for a parallel or a rarity, as sellers spell them. A card that lacks them may still be the right one. */
const DESCRIBING = wordsIn(`
  pristine perfect rare ultra hyper secret special illustration art full alt alternate alternative character common uncommon
  double triple super sar sir ssr chr csr mur promo holo foil etched textured cosmos cracked ice masterball master ball pokeball poke
  refractor xfractor x-fractor superfractor prizm prism optic mojo shimmer wave pulsar scope speckle sparkle sparkles lava atomic
  mosaic mini diamond hyper disco laser velocity nebula zebra tiger camo snakeskin choice fast break sepia negative
  gold silver bronze black white red blue green yellow orange purple pink teal aqua rose magenta navy ruby emerald sapphire
  platinum copper neon rainbow ice sky lime turquoise burgundy maroon
  base parallel variation variations variant insert inserts sp ssp short print image die cut die-cut unlimited
  autograph autographs auto autos signed signature signatures patch patches relic relics jersey memorabilia game-used rpa
  debut prospect prospects chrome paper border bordered borderless
  shiny exclusive exclusives stamp stamped staff blister gamestop costco walmart target eb games tournament league prerelease galaxy confetti energy
  color colour glass kaleidoscopic tie-dye seismic flash raywave checkerboard checker glitter foilboard elephant lunar fuchsia sonar
  honeycomb galactic geometric supernova crystalized golden mirror fractal crushed lazer reactive glow technicolor fluorescent
  tri-color pattern swirl crackle stripe brown crystal frame framed vertical horizontal concourse courtside premier mezzanine level
  numbered number no nr ser serial english eng pack new the of a an in with w for by jr junior sr ii iii iv
`);

/**
 * Words for prints with special art, of which a label may say nothing. In a set, their numbers follow that of the plain
 * card: first full art, then alternate art, and last the gold or rainbow card.
 */
const SPECIAL_PRINTS = [
  wordsIn('full fa art sr ar chr ur ultra super character illustration ir'),
  wordsIn('alt alternate alternative sar sir special csr ssr'),
  wordsIn('gold golden rainbow hyper hr mur secret'),
];

/** Words for a sport or a game, which set names need not have. */
const CATEGORIES = new Set<string>([...SPORTS, 'pokemon', 'game']);

/** Words for an edition or a print. They tell cards apart, so other words are given up first. */
const PRINTS = wordsIn('1st first edition ed shadowless reverse rev');

const JAPANESE = wordsIn('japanese japan jpn jp');

/** Words for a language. A card in another language is never the one that is meant. */
const LANGUAGES = new Set([
  ...JAPANESE,
  ...wordsIn('chinese korean french german italian spanish portuguese'),
]);

/** Whether no card needs a folded word. */
export function isNoise(word: string): boolean {
  return ABOUT_COPY.has(word) || ABOUT_PLAYER.has(word) || sportsOf(word).length > 0;
}

/** Returns the sports that a league, position or team in a query stands for; none for other words. */
export function sportsOf(word: string): readonly string[] {
  return SPORTS.filter((sport) => ABOUT_SPORT[sport].has(word));
}

const ALL_TEAMS = [...SPORTS.flatMap((sport) => [...ABOUT_SPORT[sport]]), ...ALSO_OF_TEAMS];
/** Minimum length of the beginning of a team. Shorter beginnings are as often those of names. */
const MIN_BEGINNING = 5;
/** Beginnings of teams that are names of players. */
const NAMES = wordsIn('angel brewer brown royal tiger');

/** Whether a folded word may be the beginning of a team, a position or a league, as in `seahawk`. */
export function mayBeTeam(beginning: string): boolean {
  if (beginning.length < MIN_BEGINNING || NAMES.has(beginning)) return false;
  return ALL_TEAMS.some((word) => word.startsWith(beginning));
}

/** Whether a folded word names a sport. */
export function isSport(word: string): boolean {
  return SPORTS.some((sport) => sport === word);
}

/** Whether a folded word describes the condition or sale of a copy. */
export function isAboutCopy(word: string): boolean {
  return ABOUT_COPY.has(word);
}

/** Whether a folded word praises a copy or a card, although it may also occur on cards. */
export function isPraise(word: string): boolean {
  return ALSO_OF_SELLERS.has(word);
}

/**
 * Returns which of the special prints of a card folded words mean: 1 the first, 2 the second, 3 the last; 0 if the words
 * mean no special print.
 */
export function specialPrint(words: string): number {
  const ranks = words
    .split(' ')
    .filter((word) => word !== 'rare')
    .map((word) => SPECIAL_PRINTS.findIndex((prints) => prints.has(word)) + 1);
  return ranks.length > 0 && Math.min(...ranks) > 0 ? Math.max(...ranks) : 0;
}

/** Whether a folded word names a sport or a game. */
export function isCategory(word: string): boolean {
  return CATEGORIES.has(word);
}

/** Whether a folded word names an edition or a print. */
export function isPrint(word: string): boolean {
  return PRINTS.has(word);
}

/** Whether a folded word means the Japanese language. */
export function meansJapanese(word: string): boolean {
  return JAPANESE.has(word);
}

/** Whether a folded word names a language. */
export function isLanguage(word: string): boolean {
  return LANGUAGES.has(word);
}

/** Whether a name is complete without this term, which may be `Jr.` or a word that graders add. */
export function isOptionalInName(term: string): boolean {
  return DESCRIBING.has(term) || PRINTS.has(term) || LANGUAGES.has(term) || term === 'rookie';
}

/** Whether a folded word may be missing on a card although it also occurs on cards. */
export function isOptional(word: string): boolean {
  return DESCRIBING.has(word) || ALSO_OF_SELLERS.has(word) || ALSO_OF_TEAMS.has(word);
}
