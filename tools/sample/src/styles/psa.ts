import type { CatalogName, Print } from '../model.js';
import { psaSet, setTitle } from '../sets.js';
import { plain, words } from '../text.js';
import { varietyOf } from '../variety.js';

/** Formats a print in PSA's style, which is upper case: `1999 POKEMON GAME 1ST EDITION #4 CHARIZARD-HOLO`. */
export function psaName(print: Print): CatalogName {
  const variety = varietyOf(print);
  const edition = variety.edition.toUpperCase();
  const number = print.number.replace(/^H0/, 'H');
  const set = plain(psaSet(print)).toUpperCase();
  const name = subject(print);
  const rest = words(rarity(print), variety.foil, reverse(print), variety.stamp).toUpperCase();
  return {
    description: words(`${print.year}`, set, edition, `#${number}`, name, rest),
    category: 'Pokemon',
    year: `${print.year}`,
    setName: set,
    name,
    cardNumber: number,
    parallel: words(edition, rest),
    subset: setTitle(print).subset.toUpperCase(),
  };
}

const isModern = (print: Print) => print.serieId === 'sv' || print.serieId === 'me';

/** Formats the subject of a print, as in `CHARIZARD-HOLO`, `FULL ART/UMBREON VMAX` and `UMBREON-GOLD STAR`. */
function subject(print: Print): string {
  const name = plain(print.name)
    .toUpperCase()
    .replace(/ ?[☆★]/, '-GOLD STAR')
    .replace(' δ', ' DELTA SPECIES')
    .replace(/ ?♀/, ' [FEMALE]')
    .replace(/ ?♂/, ' [MALE]');
  if (isFullArt(print)) return `FULL ART/${name}`;
  const { isHolo } = varietyOf(print);
  const named = isModern(print) || print.serieId === 'swsh' || /EX|GX|V|Legend/.test(print.suffix);
  return isHolo && !named && !name.endsWith('STAR') ? `${name}-HOLO` : name;
}

function isFullArt(print: Print): boolean {
  return print.serieId === 'swsh' && /^(Ultra|Secret) Rare$/.test(print.rarity);
}

/** Formats the rarity. Before Scarlet & Violet, labels name only secret rares; later ones name all rarities. */
function rarity(print: Print): string {
  const named = varietyOf(print).rarity;
  return isModern(print) || !named.startsWith('Ultra') ? named : '';
}

function reverse(print: Print): string {
  if (!varietyOf(print).isReverse) return '';
  return isModern(print) ? 'Reverse Holo' : 'Reverse Foil';
}
