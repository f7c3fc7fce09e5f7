import type { CatalogName, Print } from '../model.js';
import { serieAndSet, setTitle } from '../sets.js';
import { plain, words } from '../text.js';
import { isAlternateArt, varietyOf } from '../variety.js';

const RARITY_CODES: Readonly<Record<string, string>> = {
  Common: 'C',
  Uncommon: 'U',
  Rare: 'R',
  'Ultra Rare': 'UR',
  'Secret Rare': 'SCR',
  'Double rare': 'RR',
  'Illustration rare': 'IR',
  'Special illustration rare': 'SIR',
  'Hyper rare': 'HR',
  'Holo Rare V': 'V',
  'Holo Rare VMAX': 'VMAX',
  'Holo Rare VSTAR': 'VSTAR',
  'Shiny rare': 'SHR',
};

/**
 * Formats a print in Beckett's style, which ends with a rarity code: `1999 Pokemon Base 1st Edition #4
 * Charizard HOLO R`.
 */
export function beckettName(print: Print): CatalogName {
  const { edition, isHolo, isReverse, foil, stamp } = varietyOf(print);
  const set = `Pokemon ${plain(serieAndSet(print)).replace(/^Base Set\b/, 'Base')}`;
  const name = plain(print.name);
  const code = words(
    isHolo && /Rare$/.test(print.rarity) ? 'HOLO' : '',
    RARITY_CODES[print.rarity] ?? '',
  );
  const art = isAlternateArt(print) ? 'Alternate Art' : '';
  const parallel = words(edition, art, foil, isReverse ? 'Reverse Foil' : '', stamp);
  return {
    description: words(`${print.year}`, set, parallel, `#${print.number}`, name, code),
    category: 'Pokemon',
    year: `${print.year}`,
    setName: set,
    name,
    cardNumber: print.number,
    parallel,
    subset: setTitle(print).subset,
  };
}
