import { Random } from '@gcd/synth';
import { chaseBoost } from './chase.js';
import type { Print } from './model.js';
import { varietyOf } from './variety.js';

/** Measured quantiles of graded copies per card across all graders: share of cards, and number of copies. */
const QUANTILES: readonly (readonly [number, number])[] = [
  [0, 1],
  [0.25, 3],
  [0.29, 5],
  [0.5, 57],
  [0.75, 357],
  [0.9, 1301],
  [0.99, 6157],
  [1, 35000],
];

const SUBJECTS: readonly (readonly [RegExp, number])[] = [
  [/Charizard/, 3],
  [/Pikachu|Umbreon/, 2.2],
  [/Mew\b|Mewtwo|Gengar|Rayquaza|Lugia/, 1.7],
  [/Eevee|Espeon|Sylveon|Leafeon|Glaceon|Vaporeon|Jolteon|Flareon|Blastoise|Venusaur/, 1.4],
  [/Gyarados|Dragonite|Charmander|Squirtle|Bulbasaur|Snorlax|Ho-Oh|Giratina|Greninja/, 1.1],
  [/Latias|Latios|Celebi|Suicune|Articuno|Zapdos|Moltres|Magikarp|Tyranitar|Lucario/, 0.8],
];

const RARITIES: readonly (readonly [RegExp, number])[] = [
  [/Special illustration|Mega Hyper|Black White/, 2.8],
  [/^Illustration|Secret|☆/, 2.1],
  [/Hyper|Shiny|Classic|LV\.X|PRIME|LEGEND/i, 1.6],
  [/Ultra|Radiant|Amazing|VMAX/, 1.3],
  [/V$|VSTAR|Double|Holo/, 0.7],
  [/Promo/, 0.4],
  [/Common/, -0.7],
  [/^Uncommon/, -0.6],
];

const SETS: readonly (readonly [RegExp, number])[] = [
  [/^base[1235p]|^sv03\.5$|^swsh7$|^sv08\.5$|^cel25/, 1.3],
  [/^gym|^neo|^base4|^lc$|^ecard|^xy12|^sm115|^sma$|^swsh4\.5|^swsh12\.5|^sv04\.5|^me0/, 0.7],
  [/^tk|^mc|^20|^bog|^mfb|e$/, -1],
];

/**
 * Computes the number of graded copies of each print across all graders. Prints are ranked by popularity, which depends
 * on subject, rarity, set, variety and a random part. The rank determines the number of copies, so that the copies of
 * any selection of prints have the measured distribution.
 */
export function copiesByPrint(
  prints: readonly Print[],
  seed: string,
  knownCopies: (print: Print) => number | undefined,
): Map<Print, number> {
  const ranked = prints
    .map((print, position) => ({
      print,
      position,
      score: score(print, new Random(`${seed} rank ${position}`)),
    }))
    .sort((a, b) => a.score - b.score || a.position - b.position);
  return inOrderOfEditions(
    new Map(ranked.map(({ print }, rank) => [print, quantile((rank + 0.5) / ranked.length)])),
    knownCopies,
  );
}

/** Editions of a card, with the most copies first. The empty one is the unlimited edition. */
const EDITIONS = ['', 'Shadowless', '1st Edition', '1999-2000'];

/** Largest ratio of the copies of an edition to those of the next more common one. */
const GAP = 0.7;

/**
 * Redistributes the copies of a card among its editions, so that the unlimited edition has the most. Real counts are
 * kept, and the generated ones fit to them.
 */
function inOrderOfEditions(
  copies: ReadonlyMap<Print, number>,
  knownCopies: (print: Print) => number | undefined,
): Map<Print, number> {
  const byCard = new Map<string, Print[]>();
  for (const print of copies.keys()) {
    const { edition, isHolo, isReverse, foil, stamp } = varietyOf(print);
    if (!EDITIONS.includes(edition)) continue;
    const key = [print.id, isHolo, isReverse, foil, stamp].join();
    byCard.set(key, [...(byCard.get(key) ?? []), print]);
  }
  const ordered = new Map(copies);
  for (const prints of byCard.values()) {
    const place = (print: Print) => EDITIONS.indexOf(varietyOf(print).edition);
    const counts = prints.map((print) => copies.get(print) ?? 1).sort((a, b) => b - a);
    prints.sort((a, b) => place(a) - place(b));
    const known = prints.map(knownCopies);
    let most = Number.POSITIVE_INFINITY;
    for (const [at, print] of prints.entries()) {
      const least = Math.max(0, ...known.slice(at + 1).map((each) => each ?? 0));
      const fitting = Math.max(least / GAP, Math.min(most * GAP, counts[at] ?? 1));
      ordered.set(print, Math.max(1, Math.round(fitting)));
      most = known[at] ?? fitting;
    }
  }
  return ordered;
}

function score(print: Print, random: Random): number {
  const { edition, isHolo, isReverse, foil, stamp } = varietyOf(print);
  return (
    worth(SUBJECTS, print.name) +
    (isReverse ? 0 : worth(RARITIES, `${print.rarity} ${print.name}`)) +
    worth(SETS, print.setId) +
    (print.category === 'Pokemon' ? 0 : -0.9) +
    (isHolo && print.year < 2003 ? 1 : 0) +
    (isReverse ? -1.3 : 0) +
    (/Ball/.test(foil) ? 0.8 : 0) +
    (stamp === '' ? 0 : -0.8) +
    (edition === '' ? 0 : edition === '1999-2000' ? -2 : -0.5) +
    chaseBoost(print) +
    1.3 * random.normal()
  );
}

function worth(table: readonly (readonly [RegExp, number])[], text: string): number {
  return table.find(([pattern]) => pattern.test(text))?.[1] ?? 0;
}

/** Interpolates the quantile table on a logarithmic scale. */
function quantile(share: number): number {
  const above = QUANTILES.findIndex(([upTo]) => share <= upTo);
  const [low, lowCopies] = QUANTILES[above - 1] ?? [0, 1];
  const [high, highCopies] = QUANTILES[above] ?? [1, 1];
  const part = (share - low) / (high - low);
  return Math.round(lowCopies * (highCopies / lowCopies) ** part);
}
