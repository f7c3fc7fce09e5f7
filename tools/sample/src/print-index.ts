import type { Print } from './model.js';
import { plain } from './text.js';
import { varietyOf } from './variety.js';

/** Index of prints by name and number. */
export type PrintIndex = ReadonlyMap<string, readonly Print[]>;

export function indexPrints(prints: readonly Print[]): PrintIndex {
  const index = new Map<string, Print[]>();
  for (const print of prints) {
    const key = `${simple(print.name)} ${simpleNumber(print.number)}`;
    index.set(key, [...(index.get(key) ?? []), print]);
  }
  return index;
}

/**
 * Finds the print for a short title such as `absol ex 92`, `gengar_5_legend_maker` or
 * `pokemon-base-set-2/charizard-4`.
 * @returns the plain print of the card, or null unless exactly one card matches
 */
export function lookupPrint(index: PrintIndex, title: string): Print | null {
  const [setSlug, rest] = title.includes('/') ? title.split('/') : ['', title];
  const tokens = simple((rest ?? '').replaceAll('_', ' ')).split(' ');
  const at = tokens.findLastIndex((token, position) => position > 0 && /\d/.test(token));
  if (at < 0) return null;
  const key = `${tokens.slice(0, at).join(' ')} ${simpleNumber(tokens[at] ?? '')}`;
  const hint = setSlug ? simple(setSlug).replace(/^pokemon /, '') : tokens.slice(at + 1).join(' ');
  const candidates = (index.get(key) ?? []).filter((print) => fitsHint(print, hint));
  if (new Set(candidates.map(({ id }) => id)).size !== 1) return null;
  return candidates.find(isPlain) ?? null;
}

function fitsHint({ setName }: Print, hint: string): boolean {
  const isPromo = setName.includes('Promo');
  if (hint === 'promo' || hint === '') return isPromo === (hint === 'promo');
  return simple(setName) === hint;
}

/** Whether a print is the plain version of its card: unlimited and not a reverse holo. */
function isPlain(print: Print): boolean {
  const { edition, isReverse, foil, stamp } = varietyOf(print);
  return edition === '' && !isReverse && foil === '' && stamp === '' && print.stamps === '';
}

function simple(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/['.]/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
}

function simpleNumber(number: string): string {
  return number.toLowerCase().replace(/^([a-z]*)0+(?=\d)/, '$1');
}
