import type { Cert, Grader } from '@gcd/client';
import { LRUCache } from 'lru-cache';
import type { Frame } from './page.js';

/** All graders, in the order in which pages list them. */
export const GRADERS: readonly Grader[] = ['psa', 'beckett', 'sgc', 'cgc'];

const NAMES: Readonly<Record<string, string>> = {
  psa: 'PSA',
  beckett: 'Beckett',
  sgc: 'SGC',
  cgc: 'CGC',
};
const NUMBER = new Intl.NumberFormat('en-US');
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
// A cache of formatted days and months. Histories share the same dates, and formatting a date takes as long as
// rendering the rest of its table row.
const DATES = new LRUCache<string, string>({ max: 5000 });
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Placeholder for an unknown value. */
export const UNKNOWN = '–';

/** Returns a grader's name as the grader spells it. */
export const graderName = (grader: Grader): string => NAMES[grader] ?? grader.toUpperCase();

/** Converts an upper-case label such as `GEM MINT` to `Gem mint`. */
export const quieter = (label: string): string => label.charAt(0) + label.slice(1).toLowerCase();

/** Formats a number as `12,345`. Does not use `Intl`, which is slower for the hundreds of small counts on a page. */
export function number(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 1_000_000) return NUMBER.format(value);
  if (value < 1000) return String(value);
  return `${Math.floor(value / 1000)},${String(value % 1000).padStart(3, '0')}`;
}

/** Formats a number with its noun, as `1 copy` or `12,345 copies`. */
export const counted = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`;

/** Formats a number as `12.3K`. */
export const shortNumber = (value: number): string =>
  value < 1000 ? String(value) : SHORT.format(value);

/** Formats a fraction as `2.2%`. Values near 0 and 1 are never rounded to them. */
export function percent(fraction: number): string {
  if (fraction > 0 && fraction < 0.001) return '< 0.1%';
  if (fraction < 1 && fraction > 0.999) return '> 99.9%';
  return `${(Math.round(fraction * 1000) / 10).toFixed(1)}%`;
}

/** Formats the share of gem copies. `gem_rate` is already rounded, and must not be rounded again. */
export const gemRate = (gem: number, total: number): string => percent(gem / Math.max(1, total));

/** Formats `2026-04-01` as `Apr 1, 2026`. */
export const day = (date: string | null): string => formatDate(date, DAY);

/** Formats `2026-04` as `April 2026`. */
export const month = (text: string | null): string => formatDate(text, MONTH);

function formatDate(date: string | null, format: Intl.DateTimeFormat): string {
  if (date === null) return UNKNOWN;
  const known = DATES.get(date);
  if (known) return known;
  const text = format.format(new Date(`${date}T00:00:00Z`));
  DATES.set(date, text);
  return text;
}

/** Returns a URL from the data if a link to it is safe; otherwise undefined. */
export function webAddress(text: string | null | undefined): string | undefined {
  if (!text || !URL.canParse(text)) return undefined;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}

/** Returns the grade of a slab as collectors write it: `PSA 8 OC`. */
export function gradeOf({ grader, grader_data: { grade_label, qualifier_type } }: Cert): string {
  const number = /[\d.]+/.exec(grade_label ?? '')?.[0] ?? quieter(grade_label ?? 'AUTHENTIC');
  return [graderName(grader), number, qualifier_type].filter(Boolean).join(' ');
}

/** Returns the URL of a search for sold listings. @param words what sellers write */
export function soldUrl(
  { soldListingsUrl }: Pick<Frame, 'soldListingsUrl'>,
  words: string,
): string {
  const query = words.replace(/[,#]/g, '').replace('Beckett', 'BGS');
  return soldListingsUrl.replaceAll('{query}', encodeURIComponent(query));
}

/** The grades that each grader's gem copies have. */
export const GEM_GRADES: Readonly<Record<Grader, string>> = {
  psa: 'PSA 10',
  beckett: 'Beckett 9.5 and up',
  sgc: 'SGC 10 and up',
  cgc: 'CGC 10 and up',
};
