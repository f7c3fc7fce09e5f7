import type { CardFile, PopulationFile } from './sets-stack.js';

/** Card numbers in natural order. */
export const NUMBERS = ['1', '2', '10', '10a', '100', 'A1', 'A10', ''];
const LONG: readonly CardFile[] = Array.from({ length: 101 }, (_, index) => ({
  card: (0x1000 + index).toString(16),
  set: 'Long',
  category: 'Long',
  number: NUMBERS[index] ?? '200',
}));
const PAGES: readonly CardFile[] = Array.from({ length: 51 }, (_, index) => ({
  card: (0x2000 + index).toString(16),
  set: `Page ${index}`,
  category: 'Pages',
}));

/** Cards of the first import. */
export const CARDS: readonly CardFile[] = [
  { card: 'a1', set: 'Alpha', number: '1' },
  { card: 'b1', set: 'Beta' },
  { card: 'b2', set: 'Beta by SGC', grader: 'sgc' },
  { card: 'c1', set: 'Gamma', number: '7' },
  { card: 'd1', set: 'Épsilon  Set' },
  { card: 'd2', set: 'EPSILON SET', category: 'TEST' },
  { card: 'f1', set: 'Base Set' },
  { card: 'f2', set: 'Base Set 2' },
  { card: 'f3', set: 'Base' },
  ...[...LONG].reverse(),
  ...PAGES,
];

/** Populations of the first import. */
export const POPULATIONS: readonly PopulationFile[] = [
  ['b1', '2026-01-01', 3],
  ['b2', '2026-01-01', 4],
  ['c1', '2026-01-01', 9],
  ['f1', '2026-01-01', 1],
  ['f2', '2026-01-01', 1000],
  ['f3', '2026-01-01', 100],
  ...LONG.slice(2, 5).map(({ card }, n): PopulationFile => [card, '2026-01-01', n + 1]),
];
