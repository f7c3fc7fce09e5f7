import { GRADERS, type Grader } from '@gcd/contracts';
import {
  blockOf,
  decideBlock,
  type Entry,
  type Features,
  featuresOf,
  Learner,
} from '../src/index.js';

/** A card, independent of graders. */
export interface Card {
  readonly category: string;
  readonly year: number;
  readonly set: string;
  /** Text of the column for the parallel or subset. */
  readonly variety: string;
  readonly number: string;
  readonly name: string;
  readonly run: string;
  /** Text that only labels have. */
  readonly note: string;
}

/** A deterministic random generator. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const words = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

const SERIES = /^(?:Diamond & Pearl|Sun & Moon|Sword & Shield) /;

/** A card as a grader lists it. */
export function worded(card: Card, grader: Grader): Omit<Entry, 'id'> {
  const { category, name, number, run, note, variety } = card;
  const isGame = category !== 'Baseball' && category !== 'Basketball' && category !== 'Football';
  const year = `${card.year}`;
  const sport = isGame ? '' : category;
  const text = { category, year, name, cardNumber: number, parallel: variety, subset: '' };
  switch (grader) {
    case 'psa': {
      const setName = words(isGame ? category : '', card.set).toUpperCase();
      const described = words(year, setName, `#${number}`, name, variety, note);
      return {
        ...text,
        grader,
        setName,
        name: name.toUpperCase(),
        parallel: variety.toUpperCase(),
        description: described.toUpperCase(),
      };
    }
    case 'beckett': {
      const setName = words(isGame ? category : '', card.set, sport, variety);
      const described = words(year, setName, `#${number}`, name, note, run);
      return { ...text, grader, setName, parallel: run, description: described };
    }
    case 'sgc': {
      const setName = words(card.set, sport);
      const described = words(year, setName, variety && `- ${variety}`, name, `#${number}`);
      return { ...text, grader, setName, parallel: '', subset: variety, description: described };
    }
    default: {
      const setName = card.set.replace(SERIES, '').replace(/^(?:Topps|Panini) (?=\S)/, '');
      const language = isGame && !/Japanese/.test(variety) ? 'English' : '';
      const described = words(year, setName, language, variety, run, name, number);
      return { ...text, grader, setName, parallel: words(variety, run), description: described };
    }
  }
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
 * A synthetic catalog: products with parallels, short prints, inserts and autographs, and sets of three
 * games.
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

/** Share of the cards that each grader lists. */
const LISTED: Readonly<Record<Grader, number>> = { psa: 0.75, beckett: 0.5, sgc: 0.35, cgc: 0.4 };

/** Grader cards of a catalog, with the card of each. */
export class Listing {
  readonly #entries: Entry[] = [];
  readonly #cards: number[] = [];

  /** Lists each card at some graders. */
  addCatalog(cards: readonly Card[], random: () => number): void {
    for (const card of cards) {
      const label = this.#nextLabel++;
      for (const grader of GRADERS) if (random() < LISTED[grader]) this.add(card, grader, label);
    }
  }

  #nextLabel = 0;

  /** Lists a card at one grader. @returns the id of the grader card */
  add(card: Card, grader: Grader, label = this.#nextLabel++): number {
    const id = this.#entries.length;
    this.#entries.push({ id, ...worded(card, grader) });
    this.#cards.push(label);
    return id;
  }

  /** Learns from the whole listing and matches it. @returns for each grader card those that it was matched with */
  match(): Map<number, readonly number[]> {
    const blocks = new Map<string, Features[]>();
    for (const features of this.#entries.map(featuresOf)) {
      const block = blockOf(features) ?? '';
      blocks.set(block, [...(blocks.get(block) ?? []), features]);
    }
    blocks.delete('');
    const learner = new Learner();
    for (const block of [...blocks.keys()].sort()) learner.add(blocks.get(block) ?? []);
    const knowledge = learner.finish();
    const matched = new Map<number, readonly number[]>();
    for (const block of blocks.values()) {
      const candidates = block.map((features) => ({ features, group: null, graders: [] }));
      for (const { joining } of decideBlock(candidates, knowledge).unions) {
        const ids = joining.map(({ id }) => id);
        for (const id of ids) matched.set(id, ids);
      }
    }
    return matched;
  }

  /** Precision and recall over all pairs of grader cards. */
  score(matched: ReadonlyMap<number, readonly number[]>): { precision: number; recall: number } {
    const byCard = new Map<number, number[]>();
    for (const [id, card] of this.#cards.entries())
      byCard.set(card, [...(byCard.get(card) ?? []), id]);
    let [right, found, wanted] = [0, 0, 0];
    for (const [id, ids] of matched) {
      const others = ids.filter((other) => other > id);
      found += others.length;
      right += others.filter((other) => this.#cards[other] === this.#cards[id]).length;
    }
    for (const ids of byCard.values()) wanted += (ids.length * (ids.length - 1)) / 2;
    return { precision: right / found, recall: right / wanted };
  }
}
