import { Random } from '@gcd/synth';
import type { Print } from './model.js';
import { isCatalogued } from './variety.js';

/**
 * Popular sets, which are included completely. Of other sets, only a part is included, so that the sample stays small.
 */
const WHOLE_SETS: ReadonlySet<string> = new Set([
  ...[
    'base1',
    'base2',
    'base3',
    'base4',
    'base5',
    'basep',
    'gym1',
    'gym2',
    'neo1',
    'neo2',
    'neo3',
    'neo4',
    'lc',
  ],
  ...['ecard1', 'ecard2', 'ecard3', 'ex15', 'pop5', 'xy12', 'sm115', 'sma', 'cel25', 'cel25cc'],
  ...['swsh3.5', 'swsh4.5', 'swsh4.5sv', 'swsh7', 'swsh12.5gg'],
  ...['sv03.5', 'sv04.5', 'sv08.5', 'sv10', 'me01', 'me02'],
]);

/**
 * Selects the prints of the sample.
 * @param isNeeded whether a print must be included
 * @param share share of the other sets to include
 */
export function selectPrints(
  prints: readonly Print[],
  isNeeded: (print: Print) => boolean,
  share: number,
  seed: string,
): Print[] {
  const random = new Random(`${seed} selection`);
  return prints
    .filter((print) => {
      const isTaken = random.chance(share);
      return isCatalogued(print) && (isTaken || WHOLE_SETS.has(print.setId) || isNeeded(print));
    })
    .sort(byReleaseAndNumber);
}

function byReleaseAndNumber(a: Print, b: Print): number {
  return (
    compare(a.releaseDate, b.releaseDate) ||
    compare(a.setId, b.setId) ||
    a.number.localeCompare(b.number, 'en', { numeric: true }) ||
    compare(a.variantType, b.variantType)
  );
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
