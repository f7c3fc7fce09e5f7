/**
 * Words that describe a copy, its parallel or its rarity rather than the card: as they stand in what sellers write. A query
 * need not find them on a card when no card has all of its words.
 */
const DESCRIBING = new Set(
  `
  psa bgs bvg bccg beckett sgc cgc csg grade graded gem mt mint nm ex-mt pristine perfect slab slabbed pop population cert
  card cards tcg ccg lot rare ultra hyper secret special illustration art full alt alternate alternative character common uncommon
  double triple super promo holo reverse foil etched textured cosmos cracked ice masterball master ball pokeball poke
  refractor xfractor x-fractor superfractor prizm prism optic mojo shimmer wave pulsar scope speckle sparkle sparkles lava atomic
  mosaic mini diamond hyper disco laser velocity nebula zebra tiger camo snakeskin choice fast break sepia negative
  gold silver bronze black white red blue green yellow orange purple pink teal aqua rose magenta navy ruby emerald sapphire
  platinum copper neon rainbow ice sky lime turquoise burgundy maroon
  base parallel variation variations variant insert inserts sp ssp short print image die cut die-cut unlimited shadowless
  autograph autographs auto autos signed signature signatures patch patches relic relics jersey memorabilia game-used rpa
  rookie rookies rc 1st first edition ed debut prospect prospects chrome paper border bordered borderless
  shiny exclusive exclusives stamp stamped staff blister gamestop costco walmart target eb games tournament league prerelease galaxy confetti energy
  color colour glass kaleidoscopic tie-dye seismic flash raywave checkerboard checker glitter foilboard elephant lunar fuchsia sonar
  honeycomb galactic geometric supernova crystalized golden mirror fractal crushed lazer reactive glow technicolor fluorescent
  tri-color pattern swirl crackle stripe brown crystal frame framed vertical horizontal concourse courtside premier mezzanine level
  numbered number no nr ser serial japanese english chinese korean french german italian spanish portuguese
  japan jpn jp eng near pack fresh new hot invest investment read the of a an in with w for by
  `
    .trim()
    .split(/\s+/),
);

/** Whether a word, folded, describes a copy rather than the card. */
export function isDescribing(word: string): boolean {
  return DESCRIBING.has(word);
}
