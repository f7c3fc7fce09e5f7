const wordsIn = (text: string) => new Set(text.trim().split(/\s+/));

/**
 * Words that sellers use for the condition or sale of a copy. If no card contains all words of a query, these words are
 * dropped first.
 */
const ABOUT_COPY = wordsIn(`
  psa bgs bvg bccg beckett sgc cgc csg grade graded grading gem gemmint mt mint nm nm-mt nrmt nrmnt ex-mt exmt slab slabbed pop population cert
  lot invest investment investing hot look wow nice beautiful gorgeous sharp centered clean rip pulled pull
  sale sell selling obo shipping ship shipped offer offers value worth cheap steal read see pics pic description
  near fresh condition raw ungraded qty lp hp vg vgex sick investor grail pwe bmwt
  corner corners edges surface candidate potential undervalued underrated authentic genuine reserve auction bid bids bin
  beauty stunning crease creased creasing scratch scratched damaged dmg played lightly heavily loose regrade resub undergraded
  investable collectible mancave comps subs subgrades wts wtb lsrp fs ft
`);

/**
 * Words that sellers use and that also occur on cards. They may be dropped from a query, but never count as words about
 * the condition or sale of a copy.
 */
const ALSO_OF_SELLERS = wordsIn(`
  vintage iconic estate find hof hofer goat mvp star superstar legend classic must have free fast best buy now case hit hits
  holiday gift huge crazy insane awesome amazing super collection binder centering eye appeal
  question exclamation
`);

/**
 * Words for a parallel or a rarity, as sellers spell them. They are dropped if no card contains all words of a query.
 */
const DESCRIBING = wordsIn(`
  pristine perfect card cards tcg ccg rare ultra hyper secret special illustration art full alt alternate alternative character common uncommon
  double triple super promo holo foil etched textured cosmos cracked ice masterball master ball pokeball poke
  refractor xfractor x-fractor superfractor prizm prism optic mojo shimmer wave pulsar scope speckle sparkle sparkles lava atomic
  mosaic mini diamond hyper disco laser velocity nebula zebra tiger camo snakeskin choice fast break sepia negative
  gold silver bronze black white red blue green yellow orange purple pink teal aqua rose magenta navy ruby emerald sapphire
  platinum copper neon rainbow ice sky lime turquoise burgundy maroon
  base parallel variation variations variant insert inserts sp ssp short print image die cut die-cut unlimited
  autograph autographs auto autos signed signature signatures patch patches relic relics jersey memorabilia game-used rpa
  rookie rookies rc debut prospect prospects chrome paper border bordered borderless
  shiny exclusive exclusives stamp stamped staff blister gamestop costco walmart target eb games tournament league prerelease galaxy confetti energy
  color colour glass kaleidoscopic tie-dye seismic flash raywave checkerboard checker glitter foilboard elephant lunar fuchsia sonar
  honeycomb galactic geometric supernova crystalized golden mirror fractal crushed lazer reactive glow technicolor fluorescent
  tri-color pattern swirl crackle stripe brown crystal frame framed vertical horizontal concourse courtside premier mezzanine level
  numbered number no nr ser serial english eng pack new the of a an in with w for by jr junior sr ii iii iv
`);

/** Words for a language, an edition or a print. They tell cards apart, so other words are dropped first. */
const PRINTS = wordsIn(`
  japanese japan jpn jp chinese korean french german italian spanish portuguese
  1st first edition ed shadowless reverse rev
`);

/** Words of {@link DESCRIBING} that tell nothing about the card. */
const FILLER = wordsIn(`
  card cards tcg ccg common no nr pack new the of a an in with w for by jr junior sr ii iii iv rookie rookies rc debut
`);

/** Whether a folded word describes the condition or sale of a copy. */
export function isAboutCopy(word: string): boolean {
  return ABOUT_COPY.has(word);
}

/** Whether a folded word names a language, an edition or a print. */
export function isPrint(word: string): boolean {
  return PRINTS.has(word);
}

/** Whether a name is complete without this term, which may be `Jr.` or a word that graders add. */
export function isOptionalInName(term: string): boolean {
  return DESCRIBING.has(term) || PRINTS.has(term);
}

/** Whether all words of a folded text describe a parallel or a rarity. */
export function isDescribing(text: string): boolean {
  return text
    .split(' ')
    .every((word) => PRINTS.has(word) || (DESCRIBING.has(word) && !FILLER.has(word)));
}

/** Whether a folded word may be dropped from a query although it also occurs on cards. */
export function isOptional(word: string): boolean {
  return DESCRIBING.has(word) || ALSO_OF_SELLERS.has(word);
}
