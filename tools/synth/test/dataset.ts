import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { GRADERS, type Grader } from '@gcd/contracts';
import { parse } from 'csv-parse';

export type Row = Readonly<Record<string, string>>;
type Counts = Readonly<Record<string, number>>;

export interface Population {
  readonly grades: Counts;
  readonly qualifiers: Counts;
  readonly total: number;
}

/** A synthetic dataset, with indexes for measuring its distributions. */
export interface SyntheticDataset {
  readonly cards: readonly Row[];
  /** Groups of grader cards that are the same card, each in promotion order. */
  readonly groups: readonly (readonly Row[])[];
  readonly matched: ReadonlySet<string>;
  readonly newest: ReadonlyMap<string, Population>;
  /** Populations 29 days before the latest date of the dataset. */
  readonly before: ReadonlyMap<string, Population>;
  readonly steps: number;
  readonly decreases: number;
  certsBeyondCopies(): number;
}

const BEFORE = '2026-10-02';
export const NONE: Population = { grades: {}, qualifiers: {}, total: 0 };

/** Reads a synthetic dataset that covers the 29 days up to 31 October 2026. */
export async function readDataset(directory: string): Promise<SyntheticDataset> {
  const rowsOf = (name: string): AsyncIterable<Row> =>
    createReadStream(join(directory, `${name}.csv`)).pipe(parse({ columns: true }));
  const cards: Row[] = [];
  const matched = new Set<string>();
  for await (const card of rowsOf('cards')) {
    cards.push(card);
    if (card.universal_card_id) matched.add(card.card_id ?? '');
  }
  for await (const match of rowsOf('matches')) matched.add(match.card_id ?? '');

  const newest = new Map<string, Population>();
  const before = new Map<string, Population>();
  let [steps, decreases] = [0, 0];
  for await (const row of rowsOf('populations')) {
    const [id, date] = [row.card_id ?? '', row.date ?? ''];
    const [grades, qualifiers] = [counts(row.grades), counts(row.qualifiers)];
    const population = { grades, qualifiers, total: sum(grades) + sum(qualifiers) };
    const previous = newest.get(id);
    if (previous) steps += 1;
    if (previous && population.total < previous.total) decreases += 1;
    if (date <= BEFORE) before.set(id, population);
    newest.set(id, population);
  }
  const certs = new Map<string, number>();
  for await (const { card_id: id = '', grade = '' } of rowsOf('certs')) {
    if (id) certs.set(`${id} ${grade}`, (certs.get(`${id} ${grade}`) ?? 0) + 1);
  }
  const certsBeyondCopies = () =>
    [...certs].filter(([key, count]) => {
      const [id = '', grade = ''] = key.split(' ');
      const { grades, qualifiers } = newest.get(id) ?? NONE;
      return count > (grades[grade] ?? qualifiers[grade] ?? 0);
    }).length;
  return {
    cards,
    groups: grouped(cards),
    matched,
    newest,
    before,
    steps,
    decreases,
    certsBeyondCopies,
  };
}

const counts = (text = ''): Counts => JSON.parse(text || '{}');
export const sum = (all: Counts) => total(Object.values(all));
export const total = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Groups consecutive grader cards of the same card, and sorts each group in promotion order. */
function grouped(cards: readonly Row[]): Row[][] {
  const groups: Row[][] = [];
  let last: number = GRADERS.length;
  for (const card of cards) {
    const at = GRADERS.indexOf(card.grader as Grader);
    if (at <= last) groups.push([]);
    groups.at(-1)?.push(card);
    last = at;
  }
  return groups;
}
