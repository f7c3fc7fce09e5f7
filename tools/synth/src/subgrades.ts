import type { Random } from './random.js';

/** The four subgrades of a Beckett grade. */
export interface Subgrades {
  readonly centering: string;
  readonly corners: string;
  readonly edges: string;
  readonly surface: string;
}

/**
 * Combinations of subgrades that Beckett's rules allow. Each number is the difference between one of the subgrades
 * and the grade of the copy.
 */
const PATTERNS = [
  [0, 0, 0, 0],
  [0, 0, 0, 0.5],
  [0, 0, 0.5, -0.5],
  [0, 0.5, 0.5, -0.5],
];

/**
 * Generates subgrades that are consistent with a grade. A Black Label copy has four 10s, and a Pristine copy has three
 * 10s and a 9.5.
 */
export function drawSubgrades(grade: string, random: Random): Subgrades {
  const four = shuffled(valuesFor(grade, random), random).map(String);
  const [centering = '', corners = '', edges = '', surface = ''] = four;
  return { centering, corners, edges, surface };
}

function valuesFor(grade: string, random: Random): number[] {
  if (grade === 'beckett_10_black') return [10, 10, 10, 10];
  if (grade === 'beckett_10_pristine') return [10, 10, 10, 9.5];
  const number = Number(grade.replace('beckett_', '').replace('_', '.'));
  return random.pick(PATTERNS).map((offset) => Math.min(10, Math.max(1, number + offset)));
}

function shuffled(values: number[], random: Random): number[] {
  return values
    .map((value) => ({ value, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
}
