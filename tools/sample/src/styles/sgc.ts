import type { CatalogName, Print } from '../model.js';
import { serieAndSet, setTitle } from '../sets.js';
import { plain, words } from '../text.js';
import { varietyPhrase } from '../variety.js';

/**
 * Formats a print in SGC's style, with the subset after the set and the number last: `1999 Pokemon TCG Base
 * Set Charizard 1st Edition Holo #4`.
 */
export function sgcName(print: Print): CatalogName {
  const set = `Pokemon TCG ${plain(serieAndSet(print))}`;
  const { subset } = setTitle(print);
  const name = plain(print.name);
  const parallel = varietyPhrase(print);
  return {
    description: words(`${print.year}`, set, subset, name, parallel, `#${print.number}`),
    category: 'Pokemon',
    year: `${print.year}`,
    setName: set,
    name,
    cardNumber: print.number,
    parallel,
    subset,
  };
}
