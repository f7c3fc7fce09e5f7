import { GRADE_SCALES, type Grader } from '@gcd/contracts';
import type { Counts, Print } from './model.js';
import { lookupPrint, type PrintIndex } from './print-index.js';
import type { Source, SourceRow } from './source.js';

/** The part of a population that is known from a public source. The rest is generated to fit it. */
export interface Known {
  /** Date of the counts; null if the source has none. */
  readonly date: string | null;
  readonly counts: Counts;
  /** Number of all copies; null if only some grades are known. */
  readonly total: number | null;
  /** Number of copies with a higher grade than the only one in `counts`, if the cert page shows this number. */
  readonly higher?: number;
}

/** Known populations of a card, by grader. */
export type KnownByGrader = Partial<Record<Grader, Known>>;

/** Ids of source rows with truncated counts or with counts of another card. */
const MISLABELLED: ReadonlySet<string> = new Set([
  'pokemon-call-of-legends/clefable-1',
  'pokemon-fossil/kabutops-9',
  'alakazam_1',
]);

/** Converts a row of counts (`gauth, g1, g1_5 … g10_perfect`) to counts by grade key. */
export function readCounts(grader: Grader, row: SourceRow): Counts {
  const counts: Record<string, number> = {};
  for (const { key } of GRADE_SCALES[grader].grades) {
    const count = Number(row[key.replace(`${grader}_`, 'g')] ?? 0);
    if (count > 0) counts[key] = count;
  }
  return counts;
}

export function totalOf(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** Assigns rows of the two population files to prints. A row must be complete and name exactly one card. */
export function knownPopulations(source: Source, index: PrintIndex): Map<Print, KnownByGrader> {
  const known = new Map<Print, KnownByGrader>();
  const add = (print: Print, grader: Grader, facts: Known) =>
    known.set(print, { ...known.get(print), [grader]: facts });

  for (const row of source.populationPanel) {
    const print = lookupPrint(index, row.title || (row.ref ?? ''));
    const [ten, total] = [row.psa_10, row.psa_total];
    if (!print || !ten || !total) continue;
    const nine: Counts = row.psa_9 ? { psa_9: Number(row.psa_9) } : {};
    const counts = { ...nine, psa_10: Number(ten) };
    if (totalOf(counts) > Number(total)) continue;
    add(print, 'psa', { date: row.date ?? null, counts, total: Number(total) });
  }
  for (const row of source.cardPopulations) {
    const [grader, ref] = [row.grader as Grader, row.ref ?? ''];
    if (!row.source?.startsWith('davbenx') || MISLABELLED.has(ref)) continue;
    const print = lookupPrint(index, ref);
    const counts = readCounts(grader, row);
    if (!print || totalOf(counts) !== Number(row.total)) continue;
    add(print, grader, { date: row.as_of ?? null, counts, total: Number(row.total) });
  }
  return known;
}

/**
 * Returns how many copies have the same grade as a real cert, and how many have a higher grade, according to the page
 * of the cert.
 */
export function knownFromCert(row: SourceRow): Known | null {
  const [at, higher] = [row.total_population, row.population_higher];
  if (!at) return null;
  const counts = { [`psa_${row.grade}`]: Number(at) };
  return { date: null, counts, total: null, ...(higher ? { higher: Number(higher) } : {}) };
}
