import type { CertFacts } from '@gcd/contracts/verification';
import { describe, expect, it } from '@jest/globals';
import { verify } from './verification.js';

/** A card with the text of its label: year, set, number, name and parallel. */
const card = (
  category: string,
  year: string,
  set_name: string,
  card_number: string,
  name: string,
  parallel: string | null = null,
) => ({
  ...{ category, year, set_name, card_number, name, parallel, subset: null },
  description: [year, set_name, parallel, `#${card_number}`, name].filter(Boolean).join(' '),
});
const certOf = (own: ReturnType<typeof card>, change: Partial<CertFacts> = {}): CertFacts => ({
  grader: 'psa',
  cert: '64062046',
  grade: 'psa_10',
  grade_label: 'GEM MT 10',
  qualifier: null,
  has_auto_grade: false,
  description: own.description,
  cards: [own],
  ...change,
});
const MINT: Partial<CertFacts> = { grade: 'psa_9', grade_label: 'MINT 9' };
const EX: Partial<CertFacts> = { grade: 'psa_5', grade_label: 'EX 5' };
const EX_PLUS: Partial<CertFacts> = {
  grader: 'beckett',
  grade: 'beckett_5_5',
  grade_label: 'EX+ 5.5',
};
const NM: Partial<CertFacts> = {
  grader: 'beckett',
  grade: 'beckett_7_5',
  grade_label: 'NEAR MINT+ 7.5',
};
const GAME = card('Pokemon', '1999', 'POKEMON GAME', '4', 'CHARIZARD-HOLO');
const BASE_SET = {
  ...card('Pokemon', '1999', 'Base Set', '4/102', 'Charizard', 'Unlimited'),
  subset: 'Holo',
  description: 'Pokemon Base Set (1999) Charizard 4/102 Unlimited Holo',
};
const CHARIZARD = certOf(GAME, { ...MINT, cards: [GAME, BASE_SET] });
const FIRST_EDITION = certOf(
  card('Pokemon', '1999', 'POKEMON GAME', '4', 'CHARIZARD-HOLO', '1ST EDITION'),
  MINT,
);
const JORDAN = certOf(card('Basketball', '1986', 'FLEER', '57', 'MICHAEL JORDAN'));
const SILVER = certOf({
  ...card('Basketball', '2018-19', 'PANINI PRIZM', '280', 'LUKA DONCIC', 'SILVER PRIZM'),
  description: '2018 PANINI PRIZM SILVER PRIZM #280 LUKA DONCIC',
});
const BECKETT: CertFacts = {
  ...JORDAN,
  grader: 'beckett',
  grade: 'beckett_9_5',
  grade_label: 'GEM MINT 9.5',
};
const BCCG: CertFacts = {
  ...BECKETT,
  grade: 'beckett_9',
  grade_label: 'BCCG 9 NEAR MINT OR BETTER',
};
const BLACK: CertFacts = { ...BECKETT, grade: 'beckett_10_black', grade_label: 'BLACK LABEL 10' };
const CGC: CertFacts = { ...JORDAN, grader: 'cgc', grade: 'cgc_10', grade_label: 'GEM MINT 10' };
const QUALIFIED: CertFacts = {
  ...CHARIZARD,
  grade: 'psa_q8',
  grade_label: 'NM-MT 8 (OC)',
  qualifier: 'OC',
};
const SIGNED: CertFacts = {
  ...CHARIZARD,
  has_auto_grade: true,
  auto_grade_label: 'GEM MT 10',
};
const ALTERED: CertFacts = {
  ...CHARIZARD,
  grader: 'cgc',
  grade: 'cgc_auth_altered',
  grade_label: 'AUTHENTIC ALTERED',
};
const ULTRA = certOf(
  card('Pokemon', '2024', 'POKEMON SSP EN-SURGING SPARKS', '158', 'LAPRAS EX', 'ULTRA RARE'),
);
const GALLERY = certOf({
  ...card('Pokemon', '2023', 'POKEMON SWORD AND SHIELD CROWN ZENITH', 'GG40', 'GLACEON VSTAR'),
  subset: 'GALARIAN GALLERY' as never,
});
const SVP = certOf(
  card('Pokemon', '2023', 'POKEMON SVP EN-SV BLACK STAR PROMO', '067', 'ROARING MOON EX'),
);
const GOLD_STAR = certOf(card('Pokemon', '2007', 'POKEMON POP SERIES 5', '17', 'UMBREON ★'));
const CROSSED = certOf(card('Pokemon', '2012', 'POKEMON BOUNDARIES CROSSED', '21', 'KYUREM'));
const AERODACTYL = certOf(card('Pokemon', '2003', 'POKEMON SKYRIDGE', '1', 'AERODACTYL'));
const DELTA = certOf(card('Pokemon', '2006', 'POKEMON EX DRAGON FRONTIERS', '56', 'PUPITAR Δ'));
const RHYDON = certOf(card('Pokemon', '2024', 'POKEMON SCR EN-STELLAR CROWN', '075', 'RHYDON'));
const WHITE_KYUREM = certOf(
  card('Pokemon', '2016', 'POKEMON XY FATES COLLIDE', '21', 'WHITE KYUREM'),
  MINT,
);
const BASE_PRIZM = certOf(card('Basketball', '2012', 'PANINI PRIZM', '1', 'LEBRON JAMES'));
const SECRET = certOf(card('Pokemon', '2021', 'POKEMON EVOLVING SKIES', '215', 'UMBREON VMAX'));
const SIR = certOf(
  card('Pokemon', '2023', 'POKEMON MEW EN-151', '205', 'MEW EX', 'SPECIAL ILLUSTRATION RARE'),
);
const PROMO = certOf(
  card('Pokemon', '2019', 'POKEMON SWSH BLACK STAR PROMO', 'SWSH201', 'ESPEON V'),
);
const REPRINT = certOf(
  card('Pokemon', '2021', 'POKEMON CELEBRATIONS CLASSIC COLLECTION', 'CC022', 'MEWTWO EX'),
);
const PRIZM = certOf(card('Basketball', '2012', 'PANINI PRIZM', '1', 'LEBRON JAMES', 'PRIZM'));
const LATER_PRINT = certOf(
  card('Pokemon', '1999', 'POKEMON GAME', '14', 'RAICHU-HOLO', '1999-2000'),
);
const POP_SERIES = certOf(card('Pokemon', '2007', 'POKEMON POP SERIES 5', '17', 'UMBREON'));
const MEW = certOf(card('Pokemon', '2023', 'POKEMON MEW EN-151', '151', 'MEW EX'));
const JAPANESE = certOf(
  card('Pokemon', '1996', 'POKEMON JAPANESE BASIC', '6', 'CHARIZARD-HOLO'),
  MINT,
);

const verdictOf = (title: string, facts: CertFacts) => {
  const { verdict, checks } = verify(title, facts);
  const fields = checks.filter(({ result }) => result === 'different').map(({ field }) => field);
  return [verdict, ...fields].join(' ');
};

describe('the verdict', () => {
  it.each<[string, CertFacts]>([
    ['1999 Pokemon Base Set Charizard 4/102 Holo PSA 9', CHARIZARD],
    ['🔥🔥 PSA 9 MINT CHARIZARD #4 1999 POKEMON GAME BASE SET HOLO UNLIMITED 🔥', CHARIZARD],
    ['L@@K! Pack Fresh 1999 Base Set Charizard 4/102 Holo PSA 9', CHARIZARD],
    ['1999 Pokémon Charizard No. 4 Base Set PSA9 cert 64062046', CHARIZARD],
    ['リザードン 1999 Base Set 4/102 English PSA 9', CHARIZARD],
    ['1999 Base Set Charizard 4/102 PSA Mint', CHARIZARD],
    ['1999 Base Set Charizard 4/102 PSA 9 Mint', CHARIZARD],
    ['1986 Fleer #57 Michael Jordan BGS Gem Mint', BECKETT],
    ['1986 Fleer #57 Michael Jordan BGS Black Label', BLACK],
    ['1986 Fleer #57 Michael Jordan BCCG 9', BCCG],
    ['1999 Base Set Charizard 4/102 PSA 9 graded in 2026', CHARIZARD],
    ['1999 Base Set Charizard 4/102 PSA 9 (2026 label)', CHARIZARD],
    [
      '1999 Pok&#xE9;mon Base Set &amp;quot;Charizard&amp;quot; &#39;99 4/102 PSA&nbsp;9',
      CHARIZARD,
    ],
    ['2023 Mew ex 205/165 151 Special Art Rare PSA 10', SIR],
    ['1999 Pokemon Charizard 1st Edition #4 PSA 9', FIRST_EDITION],
    ['1999 Base Set Charizard 1st Edition Shadowless #4 PSA 9', FIRST_EDITION],
    ['1999 Base Set Charizard Unlimited 4/102 PSA 9', certOf(GAME, MINT)],
    ['2021 Evolving Skies Umbreon VMAX 215/203 Rare PSA 10', SECRET],
    ['Raichu No. 14 1999-2000 Pokemon Base Set PSA 10', LATER_PRINT],
    ['2023 Mew ex 205/165 151 Special Illustration Rare SIR PSA 10', SIR],
    ['2007 Pokemon POP Series 5 Umbreon #17 PSA 10 pop 12', POP_SERIES],
    ['1986 Fleer Michael Jordan #57 RC PSA 10 GEM MINT Bulls HOF', JORDAN],
    ['2023 Mew ex 151/165 Pokemon 151 PSA 10', MEW],
    ['1986 Fleer Jordan #57 PSA 10 Red Sox', JORDAN],
    ['1986 fleer jordan rookie #57 gem mint 10 psa', JORDAN],
    ["'86 Fleer Basketball MJ #57 (PSA 10)", JORDAN],
    ['2018-19 Panini Prizm Silver Luka Doncic #280 PSA 10 Rookie RC', SILVER],
    ['1986 Fleer #57 Michael Jordan BGS 9.5 GEM MINT w/ sharp corners', BECKETT],
    ['1986 Fleer #57 Michael Jordan BGS 10 BLACK LABEL', BLACK],
    ['1996 Pokemon Japanese Basic Charizard #6 PSA 9', JAPANESE],
    ['1999 Base Set Charizard #4 PSA 8 (OC)', QUALIFIED],
    ['1999 Base Set Charizard #4 Auto PSA 9 / Auto 10', SIGNED],
    ['1999 Base Set Charizard #4 signed PSA 9/10', SIGNED],
    ['1999 Base Set Charizard #4 P.S.A. 9', CHARIZARD],
    ['1999 Base Set Charizard #4 PSA/DNA 9 signed Auto 10', SIGNED],
    ['1999 Base Set Charizard First Ed #4 PSA 9', FIRST_EDITION],
    ['2024 Rhydon 75 Stellar Crown Non-Holo PSA 10', RHYDON],
    ['2012 Kyurem #21 Boundaries Crossed PSA 10', CROSSED],
    ['2023 Glaceon VSTAR GG40/GG70 Crown Zenith PSA 10', GALLERY],
    ['2023 Roaring Moon ex SVP067 Black Star Promo PSA 10', SVP],
    ['2007 Pokemon POP Series 5 Umbreon Gold Star #17 PSA 10', GOLD_STAR],
    ['1986 Fleer #57 Michael Jordan BGS 5.5 EX+', certOf(JORDAN.cards[0] as never, EX_PLUS)],
    ['2006 Dragon Frontiers Pupitar Delta Species #56 PSA 10', DELTA],
    ['1986 Fleer #57 Michael Jordan PSA 5 EX', certOf(JORDAN.cards[0] as never, EX)],
    ['2018-19 Panini Prizm Silver Luka Doncic #280 12/25 PSA 10', SILVER],
    ['1986 Fleer #57 Michael Jordan BGS 7.5 NEAR MINT+', certOf(JORDAN.cards[0] as never, NM)],
    ['2024 Lapras ex 158 Surging Sparks Ultra Rare PSA 10', ULTRA],
    ['1999 Base Set Charizard #4 PSA 9 signed delivery, signature required', CHARIZARD],
    ['1986 Fleer Michael Jordan #57 PSA 10 Red Wings', JORDAN],
  ])('is match: %s', (title, facts) => {
    expect(verdictOf(title, facts)).toBe('match');
  });

  it.each<[string, CertFacts, string]>([
    ['1999 Pokemon Base Set Charizard 4/102 PSA 10', CHARIZARD, 'grade'],
    ['1999 Pokemon Base Set Charizard 4/102 BGS 9', CHARIZARD, 'grader'],
    ['1999 Pokemon Base Set Charizard 4/102 1st Edition PSA 9', CHARIZARD, 'parallel'],
    ['1999 Pokemon Base Set Charizard 4/102 first ed. PSA 9', CHARIZARD, 'parallel'],
    ['2000 Pokemon Base Set 2 Charizard 4/130 PSA 9', CHARIZARD, 'year card_number'],
    ['1999 Pokemon Base Set Blastoise 2/102 PSA 9', CHARIZARD, 'name card_number'],
    ['1999 Base Set Charizard 4/102 Japanese PSA 9', CHARIZARD, 'language'],
    ['1999 Base Set Charizard 4/102 PSA 9 (OC)', CHARIZARD, 'qualifier'],
    ['1999 Base Set Charizard 4/102 PSA 9OC', CHARIZARD, 'qualifier'],
    ['1999 Base Set Charizard 4/102 signed by the artist PSA 9', CHARIZARD, 'autograph'],
    ['1999 Base Set Charizard 4/102 PSA 9 cert #64062047', CHARIZARD, 'cert'],
    ['1999 Base Set Charizard 4/102 https://psacard.com/cert/64062047/psa', CHARIZARD, 'cert'],
    ['1999 Base Set Charizard 4/102 PSA 🔟', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard Unlimited #4 PSA 9', FIRST_EDITION, 'parallel'],
    ['1999 Base Set Charizard Shadowless #4 PSA 9', CHARIZARD, 'parallel'],
    ['1987 Fleer Michael Jordan #59 PSA 10', JORDAN, 'year card_number'],
    ['2023 Mew ex 205/165 Pokemon 151 PSA 10', MEW, 'card_number'],
    ['1986 Fleer Michael Jordan #57 PSA 9/10', JORDAN, 'grade'],
    ['1986 Topps Michael Jordan #57 PSA 10', JORDAN, 'set_name'],
    ['2018-19 Panini Prizm Gold Luka Doncic #280 PSA 10', SILVER, 'parallel'],
    ['2018-19 Panini Prizm Silver Trae Young PSA 10', SILVER, 'name'],
    ['1986 Fleer #57 Michael Jordan CGC 10 Pristine', CGC, 'grade'],
  ])('is mismatch: %s', (title, facts, fields) => {
    expect(verdictOf(title, facts)).toBe(`mismatch ${fields}`);
  });

  it.each<[string, CertFacts, string]>([
    ['Charizard PSA 9', CHARIZARD, 'year set_name card_number'],
    ['リザードン 1999 Base Set 4/102 PSA 9', CHARIZARD, 'language'],
    ['1999-2000 Base Set Charizard 4/102 PSA 9', CHARIZARD, 'year'],
    ['1999 Base Set Charizard 4/102 PSA Gem Mint', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard 4/102 PSA 9 NM-MT', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard 4/102 graded Gem Mint by PSA', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard 4/102 PSA 9+', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard 4/102 PSA 9 1/2', CHARIZARD, 'grade "1/2"'],
    ['1999 Base Set Charizard 4/102 PSA 9-May', CHARIZARD, 'grade "-may"'],
    ['1999 Base Set Charizard 4/102 PSA authentic', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard 4/102 PSA A', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard 4/102 Authentic', CHARIZARD, '"authentic"'],
    ['PSA 1999 Base Set Charizard 4/102 GEM-MT', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard 4/102 Black Label', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard 4/102 Near Mint-Mint PSA', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard 4/102 played', CHARIZARD, '"played"'],
    ['1999 Base Set Charizard 4/102 PSA 9 from Japan', CHARIZARD, 'language'],
    ['1999 Base Set Charizard 4/102 PSA 9 gold border', CHARIZARD, '"gold" "border"'],
    ['2023 Mew ex 205/165 151 Gold Hyper Rare PSA 10', SIR, '"gold" "hyper" "rare"'],
    ['1986 Fleer #57 Michael Jordan BGS 10 Pristine', BLACK, 'grade'],
    ['1999 Base Set Charizard 4/102 PSA 9 + free card', CHARIZARD, '"free card"'],
    ['1986 Fleer #57 Michael Jordan BGS 9.5 Black Label', BECKETT, 'grade'],
    ['1986 Fleer #57 Michael Jordan BGS 9.5 Pristine', BECKETT, 'grade'],
    ['1986 Fleer #57 Michael Jordan BGS Black Label', BECKETT, 'grade'],
    ['1986 Fleer #57 Michael Jordan BCCG 9.5', BECKETT, 'grade'],
    ['1986 Fleer #57 Michael Jordan BGS 9', BCCG, 'grade'],
    ['2023 Mew ex 205/165 151 Illustration Rare PSA 10', SIR, '"illustration" "rare"'],
    ['2023 Mew ex Pokemon 151 PSA 10', MEW, 'card_number'],
    ['1999 Base Set Charizard 4/102 PSA 9?', CHARIZARD, 'grade'],
    ['1999 Base Set Charizard 4/102 not PSA 10', CHARIZARD, 'grade "not"'],
    ['1999 Base Set Charizard 4/102 BGS 9.5 / PSA 10', CHARIZARD, 'grader grade'],
    ['1999 Base Set Charizard 4/102 PSA 9 BGS 9', CHARIZARD, 'grader'],
    ['1999 Base Set Charizard 4/102 PSA 9 or 10', CHARIZARD, 'grade "or" "10"'],
    ['1999 Base Set Charizard 4/102 PSA 10 candidate', CHARIZARD, 'grade'],
    [
      'LOT of 3 PSA 10 Charizard Blastoise Venusaur 1999 Base Set',
      CHARIZARD,
      'grade card_number "3" "blastoise" "venusaur" "lot"',
    ],
    ['Custom Charizard 4/102 Base Set 1999 PSA 9 proxy', CHARIZARD, '"custom" "proxy"'],
    ['1999 Base Set Charizard 4/102 PSA 9 read description', CHARIZARD, '"read" "description"'],
    ['1999 Base Set Charizard 4/102 PSA 9 reverse holo', CHARIZARD, '"reverse" "holo"'],
    ['1999 Base Set Charizard 4/102 non-holo PSA 9', CHARIZARD, '"non"'],
    ['1999 Base Set Charizard 4/102? PSA 9', CHARIZARD, '"4/102?"'],
    ['1999 Base Set Charizard 4/102 CGC', CHARIZARD, 'grader'],
    ['1999 Base Set Charizard 4/102 PSA 9 71350377', CHARIZARD, 'cert'],
    ['1999 Base Set Charizard 4/102 PSA 9 64062046 71350377', CHARIZARD, 'cert'],
    ['1999 Base Set Charizard nonholo 4/102 PSA 9', CHARIZARD, '"nonholo"'],
    ['Slab case for 1999 Base Set Charizard 4/102 PSA 9', CHARIZARD, '"slab case"'],
    ['1999 Base Set Charizard 4/102 PSA 9 Holiday', CHARIZARD, '"holiday"'],
    ['2024 Rhydon 75 Stellar Crown Holo PSA 10', RHYDON, '"holo"'],
    ['2003 Skyridge Crystal Aerodactyl #1 PSA 10', AERODACTYL, '"crystal"'],
    ['1999 Base Set Charizard EX #4 PSA 9 EX', CHARIZARD, '"ex"'],
    ['1999 Base Set Charizard 4/102 PSA 9 Staff Stamp', CHARIZARD, '"staff" "stamp"'],
    ['1999 Base Set Charizard #4 PSA 9', FIRST_EDITION, 'parallel'],
    ['1999 Base Set Charizard Shadowless #4 PSA 9', FIRST_EDITION, 'parallel "shadowless"'],
    ['1999 Base Set Charizard #4 PSA 9 no 1st Edition', FIRST_EDITION, '"no"'],
    ['1999 Base Set Charizard #4 PSA 9 NO 1st Edition', CHARIZARD, 'parallel "1st" "edition" "no"'],
    ['1999 Base Set Charizard #4 PSA 9 not Shadowless', CHARIZARD, 'parallel "not" "shadowless"'],
    ['1999 Base Set Charizard #4 PSA 9 no card', CHARIZARD, '"no"'],
    [
      '1999 Base Set Charizard #4 PSA 9 Special Illustration Rare',
      CHARIZARD,
      '"special" "illustration"',
    ],
    ['2023 Mew ex 205 151 Special Illustration Double Rare PSA 10', SIR, '"double"'],
    ['2021 Evolving Skies Umbreon VMAX 215/203 Rainbow Rare PSA 10', SECRET, '"rainbow" "rare"'],
    ['2023 Mew ex 205 151 Special Illustration Regular PSA 10', SIR, '"regular"'],
    ['2021 SWSH Black Star Promo Espeon V SWSH201 PSA 10', PROMO, 'year'],
    ['2019 XY Black Star Promo Espeon V SWSH201 PSA 10', PROMO, '"xy"'],
    ['2021 Celebrations Classic Collection Mewtwo EX 54/99 PSA 10', REPRINT, 'card_number "54/99"'],
    ['2012 Panini Prizm LeBron James #1 Silver Prizm PSA 10', PRIZM, '"silver"'],
    ['1999 Base Set 2 Charizard 4/102 PSA 9', CHARIZARD, '"2"'],
    ['1999 Base Set Charizard 4/102 PSA 9 raw', CHARIZARD, '"raw"'],
    ['1999 Base Set Charizard 4/102 PSA 9 (2) cards', CHARIZARD, '"2"'],
    ['1996 Pokemon Japanese English Basic Charizard #6 PSA 9', JAPANESE, 'language'],
    [
      '1999 Fossil Gastly Holo #33 PSA 10',
      certOf(card('Pokemon', '1999', 'POKEMON FOSSIL', '33', 'GASTLY')),
      '"holo"',
    ],
    ['Radiant Charizard Promo 1999 Base Set #4 PSA 9', CHARIZARD, '"radiant" "promo"'],
    ['Raichu No. 14 1999 Pokemon Base Set PSA 10', LATER_PRINT, 'parallel'],
    ['1999 Base Set Charizard #4 PSA 8', QUALIFIED, 'qualifier'],
    ['1999 Base Set Charizard #4 PSA 9', SIGNED, 'autograph'],
    ['1999 Base Set Charizard #4 signed PSA 9 Auto 8', SIGNED, 'autograph'],
    ['2021 Evolving Skies Umbreon VMAX 215/203 Alt Art PSA 10', SECRET, '"alt" "art"'],
    ['1999 Topps Pokemon Charizard #4 PSA 9', CHARIZARD, '"topps"'],
    ['1999 Base Set Charizard 4/102 Sun & Moon PSA 9', CHARIZARD, '"sun" "moon"'],
    ['1999 Base Set Charizard 4/102 Classic Collection PSA 9', CHARIZARD, '"classic" "collection"'],
    ['1999 Base Set Charizard Star 4/102 PSA 9', CHARIZARD, '"star"'],
    ['1999 Base Set Charizard 4/102 PSA 9 German seller', CHARIZARD, 'language "seller"'],
    ['Base Set Charizard 4/102 PSA 9 seller since 2008', CHARIZARD, 'year "seller" "since"'],
    ['1986 Fleer Michael Jordan #57 PSA 10 Gold Wings', JORDAN, '"gold"'],
    ['2016 Fates Collide Kyurem #21 PSA 9', WHITE_KYUREM, 'name'],
    ['1999 Base Set Charizard #4 signed PSA 9/9', SIGNED, 'autograph'],
    ['1999 Base Set Charizard #4 PSA 9 autograph authentic', SIGNED, 'autograph'],
    ['1999 Base Set Charizard #4 CGC Authentic', ALTERED, 'grade'],
    ['1999 Base Set Charizard #4 PSA 9 Black Label', CHARIZARD, 'grade'],
    ['2012 Panini Prizm LeBron James #1 PSA 10 Pristine', BASE_PRIZM, 'grade'],
    ['2012 Panini Prizm LeBron James #1 12/25 PSA 10', BASE_PRIZM, '"12/25"'],
    ['2012 Panini Prizm LeBron James #1 numbered PSA 10', BASE_PRIZM, '"numbered"'],
    ['2012 Topps Panini Prizm LeBron James #1 PSA 10', BASE_PRIZM, '"topps"'],
    ['1986 Fleer Baseball Michael Jordan #57 PSA 10 NFL', JORDAN, '"baseball" "nfl"'],
    ['2024 Rhydon 75 Stellar Crown Full Art PSA 10', RHYDON, '"full" "art"'],
    ['2024 Rhydon 75 Stellar Crown Double Rare PSA 10', RHYDON, '"double"'],
    ['2024 Rhydon 75 Stellar Crown Amazing Rare PSA 10', RHYDON, '"amazing"'],
    ['2024 Lapras ex 158 Surging Sparks SIR PSA 10', ULTRA, '"sir"'],
    ['1986 Fleer Michael Jordan #57 reprint PSA 10', JORDAN, '"reprint"'],
    ['1986 Fleer Sticker Michael Jordan #57 PSA 10', JORDAN, '"sticker"'],
    ['1986 Fleer Basketball #57 PSA 10 Chicago star hot pack fresh', JORDAN, 'name'],
    ['2018 Panini Prizm Luka Doncic #280 PSA 10', SILVER, 'parallel'],
    ['2019 Panini Prizm Silver Luka Doncic #280 PSA 10', SILVER, 'year'],
    ['1986 Fleer #57 Michael Jordan BGS 10', BLACK, 'grade'],
    ['Michael Jordan #/99 PSA 10', JORDAN, 'year set_name card_number "#/99"'],
    ['Pokemon Charizard 1996 #6 PSA 9', JAPANESE, 'set_name language'],
  ])('is uncertain: %s', (title, facts, reasons) => {
    const { verdict, unclear_fields, unexplained_words } = verify(title, facts);
    const found = [...unclear_fields, ...unexplained_words.map((word) => `"${word}"`)].join(' ');
    expect([verdict, found]).toEqual(['uncertain', reasons]);
  });

  it('lists every field once, in order, and missing fields as missing', () => {
    expect(verify('Charizard PSA 9', CHARIZARD).checks).toEqual([
      { field: 'grader', title: 'psa', cert: 'psa', result: 'same' },
      { field: 'cert', title: null, cert: '64062046', result: 'missing' },
      { field: 'grade', title: '9', cert: 'MINT 9', result: 'same' },
      { field: 'year', title: null, cert: '1999', result: 'missing' },
      { field: 'set_name', title: null, cert: 'POKEMON GAME', result: 'missing' },
      { field: 'name', title: 'charizard', cert: 'CHARIZARD-HOLO', result: 'same' },
      { field: 'card_number', title: null, cert: '4', result: 'missing' },
      { field: 'parallel', title: null, cert: null, result: 'missing' },
      { field: 'language', title: null, cert: null, result: 'missing' },
      { field: 'autograph', title: null, cert: null, result: 'missing' },
      { field: 'qualifier', title: null, cert: null, result: 'missing' },
    ]);
  });
});
