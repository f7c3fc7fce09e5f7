/** The grading companies, in promotion order: the first of a matched group gives the universal card id. */
export const GRADERS = ['psa', 'beckett', 'sgc', 'cgc'] as const;

/** A grading company, as every answer of the API names it. */
export type Grader = (typeof GRADERS)[number];

const SPELLINGS: ReadonlyMap<string, Grader> = new Map<string, Grader>([
  ...GRADERS.map((grader): [string, Grader] => [grader, grader]),
  ['bgs', 'beckett'],
  ['bvg', 'beckett'],
  ['bccg', 'beckett'],
  ['csg', 'cgc'],
]);

/**
 * Reads a grader as clients and data files write it: a name or an alias (`bgs`, `bvg`, `bccg`, `csg`), in any letter case.
 * @returns the normalized grader, or null when the text names none
 */
export function parseGrader(text: string): Grader | null {
  return SPELLINGS.get(text.toLowerCase()) ?? null;
}
