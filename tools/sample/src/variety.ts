import type { Print } from './model.js';
import { words } from './text.js';

/** The features that distinguish a print from other prints of the card, in words that all graders use. */
export interface Variety {
  /** Edition such as `1st Edition` or `Shadowless`; empty if there is none. */
  readonly edition: string;
  readonly isHolo: boolean;
  readonly isReverse: boolean;
  /** Special foil pattern, such as `Master Ball`. */
  readonly foil: string;
  /** Text stamped on the card, such as `Prerelease Staff`. */
  readonly stamp: string;
  /** Rarity that graders mention, such as `Special Illustration Rare`. */
  readonly rarity: string;
}

const EDITIONS: Readonly<Record<string, string>> = {
  shadowless: 'Shadowless',
  'shadowless-red-cheek': 'Shadowless Red Cheeks',
  '1999-2000-copyright': '1999-2000',
};

/** Special foils. The usual foils `galaxy`, `rainbow` and `gold` are omitted, because they follow from the rarity. */
const FOILS: Readonly<Record<string, string>> = {
  cosmos: 'Cosmos',
  pokeball: 'Poke Ball',
  masterball: 'Master Ball',
  energy: 'Energy',
  'cracked-ice': 'Cracked Ice',
  league: 'League',
  duskball: 'Dusk Ball',
  loveball: 'Love Ball',
  friendball: 'Friend Ball',
  quickball: 'Quick Ball',
  tinsel: 'Tinsel',
  'team-rocket': 'Team Rocket',
  mirror: 'Mirror',
};

const STAMPS: Readonly<Record<string, string>> = {
  '1st-edition': '',
  'set-logo': 'Stamped',
  'set-logo|staff': 'Stamped Staff',
  '25th-celebration': '25th Celebration',
  'pokemon-center': 'Pokemon Center',
  'pre-release': 'Prerelease',
  'pre-release|staff': 'Prerelease Staff',
  staff: 'Staff',
  winner: 'Winner',
  'professor-program': 'Professor Program',
  'player-rewards-program': 'Player Rewards',
  gamestop: 'GameStop',
  'eb-games': 'EB Games',
  snowflake: 'Holiday Calendar',
  'countdown-calendar': 'Holiday Calendar',
  'regional-championships': 'Regional Championships',
  'regional-championships|staff': 'Regional Championships Staff',
  'national-championships': 'National Championships',
  'pokemon-day': 'Pokemon Day',
  pikachu: 'Pikachu Stamp',
  platinum: 'Platinum Stamp',
  'gym-challenge': 'Gym Challenge',
  wotc: 'W Stamp',
  'grey-star': 'Grey Star',
};

const RARITIES: Readonly<Record<string, string>> = {
  'Illustration rare': 'Illustration Rare',
  'Special illustration rare': 'Special Illustration Rare',
  'Hyper rare': 'Hyper Rare',
  'Mega Hyper Rare': 'Mega Hyper Rare',
  'Ultra Rare': 'Ultra Rare',
  'Secret Rare': 'Secret',
  'Shiny rare': 'Shiny Rare',
  'Shiny Ultra Rare': 'Shiny Ultra Rare',
  'Black White Rare': 'Black White Rare',
  'ACE SPEC Rare': 'ACE SPEC',
  'Radiant Rare': 'Radiant',
  'Amazing Rare': 'Amazing Rare',
};

/** Whether graders list a print separately. Graders list neither prints stamped with a player's name nor misprints. */
export function isCatalogued(print: Print): boolean {
  const { variantSubtype: subtype, stamps } = print;
  return (
    (stamps === '' || stamps in STAMPS) &&
    (subtype === '' || subtype === 'unlimited' || subtype in EDITIONS) &&
    print.setId !== 'miscp'
  );
}

export function varietyOf(print: Print): Variety {
  const isReverse = print.variantType === 'reverse';
  return {
    edition:
      print.stamps === '1st-edition' ? '1st Edition' : (EDITIONS[print.variantSubtype] ?? ''),
    isHolo: print.variantType === 'holo' || (print.variantType === '' && /Holo/.test(print.rarity)),
    isReverse,
    foil: FOILS[print.foil] ?? '',
    stamp: STAMPS[print.stamps] ?? '',
    rarity: isReverse ? '' : (RARITIES[print.rarity] ?? ''),
  };
}

/**
 * Whether a print is an alternate art. Alternate arts are the secret rares of Sword & Shield that are neither rainbow
 * nor gold.
 */
export function isAlternateArt(print: Print): boolean {
  return (
    print.serieId === 'swsh' &&
    print.rarity === 'Secret Rare' &&
    print.foil === '' &&
    (print.stage.startsWith('V') || print.suffix === 'V')
  );
}

/** Formats the variety as a phrase in the order that most graders use, such as `1st Edition Holo`. */
export function varietyPhrase(print: Print): string {
  const { edition, isHolo, isReverse, foil, stamp, rarity } = varietyOf(print);
  const finish = isReverse
    ? 'Reverse Holo'
    : isHolo && rarity === '' && print.suffix === ''
      ? 'Holo'
      : '';
  return words(edition, isAlternateArt(print) ? 'Alternate Art' : rarity, foil, finish, stamp);
}
