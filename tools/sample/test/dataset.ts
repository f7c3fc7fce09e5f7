import { statSync } from 'node:fs';
import { cards, pathOf, read } from './cards.js';

export const FILES = [
  'cards',
  'specs',
  'certs',
  'populations',
  'images',
  'authentications',
  'matches',
] as const;

/** A row of `populations.csv` with parsed counts. */
export interface PopulationRow {
  readonly date: string;
  readonly grades: Readonly<Record<string, number>>;
  readonly qualifiers: Readonly<Record<string, number>>;
  readonly total: number;
}

const counts = (text = ''): Record<string, number> => JSON.parse(text || '{}');

export function sum(values: Iterable<number>): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/** Size of each file in bytes. */
export const sizes = new Map(FILES.map((name) => [name, statSync(pathOf(name)).size]));

export const certs = read('certs');

export const cardById = new Map(cards.map((card) => [card.card_id ?? '', card]));

/** Population rows of each card, in file order. */
export const populations = new Map<string, PopulationRow[]>();
for (const row of read('populations')) {
  const [grades, qualifiers] = [counts(row.grades), counts(row.qualifiers)];
  const rows = populations.get(row.card_id ?? '') ?? [];
  populations.set(row.card_id ?? '', rows);
  rows.push({
    date: row.date ?? '',
    grades,
    qualifiers,
    total: sum(Object.values(grades)) + sum(Object.values(qualifiers)),
  });
}

/** Returns the latest population of a card; undefined if it has none. */
export const newest = (cardId: string) => populations.get(cardId)?.at(-1);
