// A fictitious card game for which the matcher has no rules. Its cards are described in the styles of four graders.

const words = (...parts) => parts.filter(Boolean).join(' ').replace(/\s+/g, ' ').trim();

const GAME = 'Aetherforge';
const FIRST =
  'Ash Bram Cor Dell Eri Fenn Gale Hollow Iva Jorun Kest Lyra Morn Nyx Oren Pell Quill Rook Sable Thorn Umber Vesper Wren Yarrow'.split(
    ' ',
  );
const TITLES =
  'Warden Alchemist Duelist Herald Marshal Oracle Reaver Sentinel Tinker Voyager Weaver Champion'.split(
    ' ',
  );
const PLACES =
  'Hollows Spires Marches Depths Shores Gates Forges Reaches Ruins Embers Tides Crowns'.split(' ');
const QUALITIES =
  'Shattered Gilded Whispering Drowned Burning Silent Veiled Broken Rising Endless'.split(' ');
const ARCS = ['Dawn Saga', 'Dusk Saga', 'Iron Cycle'];
const RARITIES = [
  ['Common', 'CM', 0.45],
  ['Uncommon', 'UN', 0.25],
  ['Rare', 'RA', 0.15],
  ['Mythic', 'MY', 0.1],
  ['Ascendant', 'AS', 0.05],
];
/**
 * Versions that have the same number as a card's regular version, and the share of cards that exist in each version.
 */
const VERSIONS = [
  ['Prismatic', 0.35],
  ['Extended Frame', 0.15],
  ['Founder Edition', 0.2],
  ['Champion Stamp', 0.04],
  ['Prismatic Extended Frame', 0.05],
];

/** Generates all cards of the game: 30 sets over six years, with several versions of cards and a second language. */
export function gameCards(random) {
  const cards = [];
  let code = 0;
  for (let year = 2014; year < 2020; year += 1) {
    for (let n = 0; n < 5; n += 1) {
      code += 1;
      const set = {
        year,
        code: `AF${String(code).padStart(2, '0')}`,
        arc: ARCS[(year - 2014) >> 1],
        title: `${random.pick(QUALITIES)} ${random.pick(PLACES)}`,
      };
      const isForeign = random.chance(0.4);
      for (let number = 1; number <= 120; number += 1) {
        const rarity = RARITIES[random.weighted(RARITIES.map(([, , share]) => share))];
        const name = words(
          random.pick(FIRST),
          random.chance(0.7) ? random.pick(TITLES) : '',
          random.chance(0.1) ? 'Ω' : '',
        );
        const versions = [
          '',
          ...VERSIONS.filter(([, share]) => random.chance(share)).map(([version]) => version),
        ];
        for (const version of versions)
          for (const language of isForeign ? ['', 'Japanese'] : [''])
            cards.push({ set, number, name, rarity, version, language });
      }
    }
  }
  return cards;
}

export function drawGameStyle(grader, random) {
  return {
    grader,
    hasNoCategory: random.chance(0.1),
    hasNoSet: random.chance(0.05),
    hasNoVariety: random.chance(0.1),
    bareNumber: random.chance(0.3),
    arc: random.chance(0.5),
  };
}

/** Describes a card of the game as a grader lists it. @returns the grader card, as a row of cards.csv */
export function renderGameCard({ set, number, name, rarity, version, language }, style) {
  const [rarityName, rarityCode] = rarity;
  const padded = String(number).padStart(3, '0');
  const code = `${set.code}-${padded}`;
  const year = `${set.year}`;
  const columns = {
    psa: {
      set_name: `${GAME} ${language} ${set.arc} ${set.title}`,
      parallel: version,
      card_number: code,
    },
    beckett: {
      set_name: words(set.title, style.arc ? `(${set.arc})` : ''),
      parallel: words(language, version),
      card_number: style.bareNumber ? code.replace('-', '') : code,
    },
    sgc: {
      set_name: `${GAME} TCG ${set.title}`,
      subset: words(version, language),
      card_number: code,
    },
    cgc: {
      set_name: `${set.title} ${set.code}`,
      parallel: words(version, /^(Mythic|Ascendant)$/.test(rarityName) ? rarityName : ''),
      subset: language || 'English',
      card_number: code,
    },
  }[style.grader];
  const column = (key) => columns[key] ?? '';
  const description = {
    psa: words(year, column('set_name'), `#${column('card_number')}`, name, version).toUpperCase(),
    beckett: words(
      year,
      column('set_name'),
      column('parallel'),
      `#${column('card_number')}`,
      name,
      rarityCode,
    ),
    sgc: words(year, column('set_name'), name, column('subset'), `#${column('card_number')}`),
    cgc: words(
      year,
      column('set_name'),
      column('subset'),
      column('parallel'),
      name,
      column('card_number'),
    ),
  }[style.grader];
  return {
    category: style.hasNoCategory ? '' : GAME,
    year,
    set_name: style.hasNoSet ? '' : column('set_name'),
    name: style.grader === 'psa' ? name.toUpperCase() : name,
    card_number: column('card_number'),
    parallel: style.hasNoVariety ? '' : column('parallel'),
    subset: style.hasNoVariety ? '' : column('subset'),
    description,
  };
}
