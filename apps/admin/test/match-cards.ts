import { expect } from '@jest/globals';
import { cardId, csv, directoryOf } from './admin.js';
import { database } from './new-database.js';

/** Maps the first letter of a card's short name to its grader. */
const GRADERS: Record<string, string> = { p: 'psa', b: 'beckett', s: 'sgc', c: 'cgc' };

/** Descriptions of Trout and Acuna cards in the style of each grader. */
export const TROUT = {
  p1: '2011 TOPPS UPDATE #US175 MIKE TROUT ROOKIE',
  b1: '2011 Topps Update Baseball #US175 Mike Trout RC',
  s1: '2011 Topps Update Baseball Mike Trout #US-175',
  c1: '2011 Topps Update Mike Trout US175',
};
export const TROUT_GOLD = {
  p2: '2011 TOPPS UPDATE #US175 MIKE TROUT GOLD',
  b2: '2011 Topps Update Baseball Gold #US175 Mike Trout',
};
export const ACUNA = {
  b3: '2018 Topps Chrome Baseball #193 Ronald Acuña Jr.',
  c3: '2018 Topps Chrome Ronald Acuna Jr 193',
};

type Decisions = [string, string | null][];

export async function load(cards: Record<string, string>, decisions: Decisions = []) {
  const directory = await directoryOf({
    'cards.csv': csv(
      'card_id,grader,description',
      ...Object.entries(cards).map(([name, description]) => [
        cardId(name),
        GRADERS[name[0] ?? ''] ?? '',
        description,
      ]),
    ),
    'matches.csv': csv(
      'card_id,universal_card_id',
      ...decisions.map(([name, universal]) => [
        cardId(name),
        universal === null ? '' : cardId(universal),
      ]),
    ),
  });
  const { result } = await database.json('import', directory);
  expect(result.warnings).toEqual([]);
  return result;
}

export async function run(...options: string[]) {
  const { status, result } = await database.json('match', ...options);
  expect(status).toBe(0);
  return result;
}

export const NAMES = ['p1', 'p2', 'p3', 'b1', 'b2', 'b3', 's1', 's2', 'c1', 'c3'];

/** Lists universal cards by the short names of their grader cards, with the promoted grader card first. */
export async function groups(): Promise<string[]> {
  const rows = await database.query<{ members: string[] }>(`
    select array_agg(encode(c.card_id, 'hex') order by c.id <> u.id, c.grader) as members
    from cards c join cards u on u.id = c.universal group by u.id`);
  const nameOf = (id: string) => NAMES.find((name) => cardId(name) === id) ?? '?';
  return rows.map(({ members }) => members.map(nameOf).join(' ')).sort();
}

export const dataVersion = async () =>
  (await database.query('select version::integer from dataset'))[0]?.version;
