import { expect } from '@jest/globals';
import { cardId, csv, directoryOf, readCsv } from './admin.js';
import { database } from './new-database.js';

/** Maps the first letter of a card's short name to its grader. */
const GRADERS: Record<string, string> = { p: 'psa', b: 'beckett', s: 'sgc', c: 'cgc' };
export const NAMES = Object.keys(GRADERS).flatMap((letter) =>
  ['1', '2', '3', '9'].map((digit) => letter + digit),
);

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

/** Decisions about cards. `null` unmatches a card. */
export type Decisions = [card: string, universal: string | null][];

/** Creates `cards.csv` from descriptions by short name, and universal cards by short name. */
export function cardsFile(
  descriptions: Record<string, string>,
  universal: Record<string, string> = {},
): string {
  const names = new Set([...Object.keys(descriptions), ...Object.keys(universal)]);
  const rows = [...names].map((name) => [
    cardId(name),
    GRADERS[name[0] ?? ''] ?? '',
    descriptions[name] ?? name,
    idOf(universal[name]),
  ]);
  return csv('card_id,grader,description,universal_card_id', ...rows);
}

const idOf = (name: string | null | undefined): string => (name ? cardId(name) : '');

/** Imports cards and decisions, and lists the rejected rows. See {@link cardsFile}. */
export async function load(
  descriptions: Record<string, string>,
  decisions: Decisions = [],
  universal: Record<string, string> = {},
) {
  const directory = await directoryOf({
    'cards.csv': cardsFile(descriptions, universal),
    'matches.csv': csv(
      'card_id,universal_card_id',
      ...decisions.map(([name, other]) => [cardId(name), idOf(other)]),
    ),
  });
  const { status, result } = await database.json('import', directory, '--rejects', directory);
  expect(result.warnings).toEqual([]);
  const reasons: string[] = [];
  for (const path of result.rejects) {
    for (const { file, line, column, reason = '' } of await readCsv(path)) {
      const named = [...NAMES, '?'].reduce(
        (text, name) => text.replace(cardId(name), name),
        reason,
      );
      reasons.push(`${file}:${line} ${column}: ${named}`);
    }
  }
  expect(status).toBe(reasons.length ? 1 : 0);
  return { ...result, reasons };
}

export async function run(...options: string[]) {
  const { status, result } = await database.json('match', ...options);
  expect(status).toBe(0);
  return result;
}

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
