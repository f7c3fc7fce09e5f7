import type { Print } from './model.js';

/** A set as it was sold. Galleries and vaults count as its subsets. */
export interface SetTitle {
  readonly name: string;
  readonly subset: string;
}

const SUBSETS: Readonly<Record<string, SetTitle>> = {
  swsh9tg: { name: 'Brilliant Stars', subset: 'Trainer Gallery' },
  swsh10tg: { name: 'Astral Radiance', subset: 'Trainer Gallery' },
  swsh11tg: { name: 'Lost Origin', subset: 'Trainer Gallery' },
  swsh12tg: { name: 'Silver Tempest', subset: 'Trainer Gallery' },
  'swsh12.5gg': { name: 'Crown Zenith', subset: 'Galarian Gallery' },
  'swsh4.5sv': { name: 'Shining Fates', subset: 'Shiny Vault' },
  sma: { name: 'Hidden Fates', subset: 'Shiny Vault' },
  cel25cc: { name: 'Celebrations', subset: 'Classic Collection' },
  exu: { name: 'Unseen Forces', subset: 'Unown Collection' },
};

export function setTitle({ setId, setName, number }: Print): SetTitle {
  const known = SUBSETS[setId];
  if (known) return known;
  return { name: setName, subset: number.startsWith('RC') ? 'Radiant Collection' : '' };
}

/** PSA's prefix for the name of a set, by series. */
const PSA_BRANDS: Readonly<Record<string, string>> = {
  ex: 'POKEMON EX',
  dp: 'POKEMON DIAMOND & PEARL',
  pl: 'POKEMON PLATINUM',
  hgss: 'POKEMON HEARTGOLD & SOULSILVER',
  bw: 'POKEMON BLACK & WHITE',
  xy: 'POKEMON XY',
  sm: 'POKEMON SUN & MOON',
  swsh: 'POKEMON SWORD & SHIELD',
};

const PSA_SETS: Readonly<Record<string, string>> = {
  base1: 'POKEMON GAME',
  base5: 'POKEMON ROCKET',
  basep: 'POKEMON PROMO BLACK STAR',
  np: 'POKEMON PROMO NINTENDO BLACK STAR',
  ecard1: 'POKEMON EXPEDITION',
  ex6: 'POKEMON EX FIRE RED & LEAF GREEN',
  dp1: 'POKEMON DIAMOND & PEARL',
  pl1: 'POKEMON PLATINUM',
  hgss1: 'POKEMON HEARTGOLD & SOULSILVER',
  bw1: 'POKEMON BLACK & WHITE',
  xy1: 'POKEMON XY',
  sm1: 'POKEMON SUN & MOON',
  swsh1: 'POKEMON SWORD & SHIELD',
  'swsh10.5': 'POKEMON GO',
  'swsh12.5': 'POKEMON SWORD AND SHIELD CROWN ZENITH',
  'swsh12.5gg': 'POKEMON SWORD AND SHIELD CROWN ZENITH',
  cel25: 'POKEMON CELEBRATIONS',
  cel25cc: 'POKEMON CELEBRATIONS CLASSIC COLLECTION',
  svp: 'POKEMON SVP EN-SV BLACK STAR PROMO',
  mep: 'POKEMON MEP EN-MEGA EVOLUTION BLACK STAR PROMO',
};

/**
 * Formats a set in PSA's style: `POKEMON GAME`, `POKEMON SWORD & SHIELD EVOLVING SKIES`, `POKEMON PAL
 * EN-PALDEA EVOLVED`.
 */
export function psaSet(print: Print): string {
  const known = PSA_SETS[print.setId];
  if (known) return known;
  const name = setTitle(print).name.toUpperCase();
  if (print.serieId === 'sv' || print.serieId === 'me') {
    return `POKEMON ${print.abbreviation} EN-${name}`;
  }
  const brand = PSA_BRANDS[print.serieId] ?? 'POKEMON';
  return `${brand} ${name.replace(/^(DP|HGSS|BW|XY|SM|SWSH) BLACK STAR PROMOS/, 'BLACK STAR PROMO')}`;
}

const SERIES: Readonly<Record<string, string>> = {
  ex: 'Ex',
  dp: 'Diamond and Pearl',
  pl: 'Platinum',
  hgss: 'HeartGold SoulSilver',
  bw: 'Black and White',
  xy: 'XY',
  sm: 'Sun and Moon',
  swsh: 'Sword and Shield',
  sv: 'Scarlet and Violet',
  me: 'Mega Evolution',
};

/** Formats a set in the style of Beckett and SGC, with its series as a prefix. */
export function serieAndSet(print: Print): string {
  const serie = SERIES[print.serieId] ?? '';
  const name = setTitle(print)
    .name.replaceAll('&', 'and')
    .replace(/^\w+ Black Star Promos$/, 'Black Star Promos');
  return serie === '' || name.startsWith(serie) ? name : `${serie} ${name}`;
}
