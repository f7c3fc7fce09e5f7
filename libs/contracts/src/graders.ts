/**
 * The grading companies, by priority. When grader cards are first matched, the universal card takes its id from the
 * first company in this order that has the card.
 */
export const GRADERS = ['psa', 'beckett', 'sgc', 'cgc'] as const;

/** A grading company, by its name in API responses. */
export type Grader = (typeof GRADERS)[number];

const ALIASES = { bgs: 'beckett', bvg: 'beckett', bccg: 'beckett', csg: 'cgc' } as const;

/** The names of grading companies and their aliases, as accepted in requests. */
export const GRADER_NAMES = [
  ...GRADERS,
  ...(Object.keys(ALIASES) as (keyof typeof ALIASES)[]),
] as const;

const SPELLINGS: ReadonlyMap<string, Grader> = new Map<string, Grader>([
  ...GRADERS.map((grader): [string, Grader] => [grader, grader]),
  ...Object.entries(ALIASES),
]);

/**
 * Parses a grader's name or alias (`bgs`, `bvg`, `bccg`, `csg`), in any letter case.
 * @returns the normalized grader, or null for any other string
 */
export function parseGrader(text: string): Grader | null {
  return SPELLINGS.get(text.toLowerCase()) ?? null;
}
