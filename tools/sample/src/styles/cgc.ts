import type { CatalogName, Print } from '../model.js';
import { setTitle } from '../sets.js';
import { words } from '../text.js';
import { varietyPhrase } from '../variety.js';

/**
 * Formats a print in CGC's style, which includes the language, writes numbers as printed (`4/102`) and keeps
 * accents: `1999 Base Set English 1st Edition Holo Charizard 4/102`, `2023 Paldea Evolved - PAL EN - English
 * Magikarp 203/193`.
 */
export function cgcName(print: Print): CatalogName {
  const { name: title, subset } = setTitle(print);
  const isModern = print.serieId === 'sv' || print.serieId === 'me';
  const set =
    isModern && print.abbreviation !== '' ? `${title} - ${print.abbreviation} EN -` : title;
  const number = printedNumber(print);
  const parallel = varietyPhrase(print);
  return {
    description: words(`${print.year}`, set, 'English', parallel, print.name, number),
    category: 'Pokemon',
    year: `${print.year}`,
    setName: title,
    name: print.name,
    cardNumber: number,
    parallel,
    subset,
  };
}

function printedNumber({ number, officialCount }: Print): string {
  if (officialCount === 0 || !/^\d+$/.test(number)) return number;
  return `${number}/${String(officialCount).padStart(number.length, '0')}`;
}
