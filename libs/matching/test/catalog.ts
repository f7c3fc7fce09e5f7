import { type Card, words } from './wording.js';

export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const FIRST =
  'Mike Ken Jose Juan John James Carlos Aaron Luis David Kevin Chris Marcus Tyler'.split(' ');
const LAST =
  'Trout Griffey Garcia Martinez Anderson Andersen Smith Smyth Johnson Johnston Reid Reed Judge Acuna Betts Stone Brown Browne Miller Davis Lopez Walker'.split(
    ' ',
  );
const CREATURES =
  'Charizard Pikachu Gengar Blastoise Venusaur Mewtwo Snorlax Umbreon Espeon Lugia Celebi Rayquaza Garchomp Lucario Gardevoir Magikarp Gyarados Eevee'.split(
    ' ',
  );
const SPELLS = 'Bolt Dragon Ritual Growth Knight Angel Elf Forest Island Sphinx Hydra Giant'.split(
  ' ',
);
const ADJECTIVES = 'Dark Ancient Burning Frozen Silent Giant Golden Iron Swift Wild'.split(' ');

const PARALLELS = [
  'Gold|/50',
  'Gold Wave|/25',
  'Silver',
  'Refractor',
  'Blue|/99',
  'Red',
  'Platinum|/1',
  'Holo',
];
const ISSUES = ['SP', 'SSP', 'Relic', 'Autographs', 'Image Variation', 'Patch|/25', 'Error'];
const INSERTS = ['Future Stars', 'Golden Moments', 'Power Players', 'Rookie Class'];
const PRODUCTS: readonly (readonly [string, string])[] = [
  ['Baseball', 'Topps'],
  ['Baseball', 'Topps Chrome'],
  ['Baseball', 'Topps Update'],
  ['Baseball', 'Bowman'],
  ['Basketball', 'Panini Prizm'],
  ['Basketball', 'Panini Select'],
  ['Basketball', 'Fleer'],
  ['Football', 'Score'],
  ['Football', 'Panini Contenders'],
  ['Football', 'Donruss'],
];
const GAME_SETS: readonly (readonly [string, string])[] = [
  ['Pokemon', 'Diamond & Pearl Platinum'],
  ['Pokemon', 'Diamond & Pearl Rising Rivals'],
  ['Pokemon', 'Sun & Moon Burning Shadows'],
  ['Pokemon', 'Sword & Shield Evolving Skies'],
  ['Pokemon', 'Fossil'],
  ['Magic', 'Dominaria'],
  ['Magic', 'Throne of Eldraine'],
  ['Yu-Gi-Oh', 'Rise of Destiny'],
  ['Yu-Gi-Oh', 'Rarity Collection'],
];
const FINISHES: Readonly<Record<string, readonly string[]>> = {
  Pokemon: ['Reverse Holo', '1st Edition', 'Stamped', 'Staff', 'Japanese'],
  Magic: ['Foil', 'Foil Etched', 'Borderless', 'Japanese'],
  'Yu-Gi-Oh': ['Quarter Century', '1st Edition', 'Ultimate'],
};

const plain = { variety: '', run: '', note: '' };

/**
 * Creates a synthetic catalog: products with parallels, short prints, inserts and autographs, and sets of
 * three games.
 */
export function makeCatalog(random: () => number, years: readonly number[]): Card[] {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T;
  const cards: Card[] = [];
  const withVarieties = (card: Card, varieties: readonly string[], share: number) => {
    cards.push(card);
    for (const each of varieties) {
      if (random() > share) continue;
      const [variety = '', run = ''] = each.split('|');
      cards.push({ ...card, variety: words(card.variety, variety), run });
    }
  };
  for (const year of years) {
    for (const [category, set] of PRODUCTS) {
      for (let number = 1; number <= 40; number += 1) {
        const name = `${pick(FIRST)} ${pick(LAST)}${random() < 0.05 ? ' Jr.' : ''}`;
        const base = { ...plain, category, year, set, number: `${number}`, name };
        const note = random() < 0.1 ? 'Rookie' : '';
        withVarieties({ ...base, note }, PARALLELS, 0.3);
        for (const issue of ISSUES) {
          const [variety = '', run = ''] = issue.split('|');
          if (random() < 0.06) cards.push({ ...base, variety, run });
        }
      }
      for (const [at, variety] of INSERTS.entries()) {
        for (let number = 1; number <= 8; number += 1) {
          const name = `${pick(FIRST)} ${pick(LAST)}`;
          const base = {
            ...plain,
            category,
            year,
            set,
            number: `${variety.slice(0, 2 + at)}-${number}`,
            name,
          };
          withVarieties({ ...base, variety }, ['Gold|/50', 'Autographs|/25', 'Relic'], 0.3);
        }
      }
    }
    for (const [category, set] of GAME_SETS) {
      for (let number = 1; number <= 60; number += 1) {
        const name =
          category === 'Pokemon' ? pick(CREATURES) : `${pick(ADJECTIVES)} ${pick(SPELLS)}`;
        const rarity = category === 'Yu-Gi-Oh' ? 'Secret Rare' : number > 50 ? 'Secret Rare' : '';
        const base = { ...plain, category, year, set, number: `${number}`, name };
        withVarieties({ ...base, variety: rarity }, FINISHES[category] ?? [], 0.2);
      }
    }
  }
  return cards;
}
