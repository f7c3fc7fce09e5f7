import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { runAdmin } from '@gcd/local';
import { type Outcome, startGcd } from '../../../clients/typescript/test/gcd.ts';
import { query } from './database.ts';
import type { FeedStack } from './feed.ts';

const PAIRS = 150;
const CHANGED_BY_AN_IMPORT = 20;
const MOVED_BY_AN_IMPORT = 3;
const FIRST_DAY = Date.parse('2024-01-01');
const DAY_MS = 86_400_000;
const MAX_LIFE_MS = 1500;
/** Maximum error of a rounded gem rate: half of its last decimal place, plus a margin for floating-point errors. */
const MAX_ROUNDING = 0.0000501;

const random = (below: number): number => Math.floor(Math.random() * below);
const pad = (number: number): string => String(number).padStart(38, '0');

/** Returns the id of a PSA card. */
export const psa = (number: number): string => `aa${pad(number)}`;
/** Returns the id of an SGC card. */
export const sgc = (number: number): string => `cc${pad(number)}`;

/** Imports unmatched cards from PSA and SGC, and builds the catalog of all cards. */
export async function importCards(stack: FeedStack): Promise<void> {
  const numbers = Array.from({ length: PAIRS }, (_, number) => number);
  const cards = numbers.map((number) => `${psa(number)},psa,x\n${sgc(number)},sgc,x\n`);
  await stack.load({
    'cards.csv': `card_id,grader,description\n${cards.join('')}`,
    'populations.csv': populations(0, numbers),
  });
  const environment = { DATABASE_URL: stack.databaseUrl, NATS_URL: stack.natsUrl };
  await runAdmin(['catalogs', 'build', 'all'], environment);
}

/** Runs a series of imports that change populations, match cards and unmatch cards. */
export async function importOverAndOver(stack: FeedStack, count: number): Promise<void> {
  /** Maps the number of each matched SGC card to the number of the PSA card that it is matched with. */
  const matched = new Map<number, number>();
  for (let load = 1; load <= count; load += 1) {
    const some = new Set(Array.from({ length: CHANGED_BY_AN_IMPORT }, () => random(PAIRS)));
    const moves = new Map<number, string>();
    for (let move = 0; move < MOVED_BY_AN_IMPORT; move += 1) {
      const number = random(PAIRS);
      const to = random(PAIRS);
      if (moves.has(number)) continue;
      if (matched.delete(number)) moves.set(number, '');
      else if (![...matched.values()].includes(to)) {
        matched.set(number, to);
        moves.set(number, psa(to));
      }
    }
    await stack.load({
      'populations.csv': populations(load, [...some]),
      'matches.csv': matches(...[...moves].map(([number, to]) => [sgc(number), to] as const)),
    });
  }
}

/** Formats `matches.csv`. */
export function matches(
  ...rows: readonly (readonly [cardId: string, universal: string])[]
): string {
  return `card_id,universal_card_id\n${rows.map((row) => `${row.join()}\n`).join('')}`;
}

/**
 * Formats `populations.csv` with new counts for cards from both graders. Counts from different imports always differ.
 * @param load index of the import, which is also the number of days between its date and the first date
 */
export function populations(load: number, numbers: readonly number[]): string {
  const date = new Date(FIRST_DAY + load * DAY_MS).toISOString().slice(0, 10);
  const count = (): number => 1000 * load + random(1000);
  const rows = numbers.map(
    (number) =>
      `${psa(number)},${date},"{""psa_9"": ${random(100)}, ""psa_10"": ${count()}}"\n${sgc(number)},${date},"{""sgc_10"": ${count()}}"\n`,
  );
  return `card_id,date,grades\n${rows.join('')}`;
}

export function startMirror(
  { address, key }: Pick<FeedStack, 'address' | 'key'>,
  directory: string,
  ...args: string[]
) {
  const env = { GCD_API_URL: address, GCD_API_KEY: key };
  return startGcd(['mirror', directory, ...args], { env });
}

/** Updates a mirror. @returns the number of changed cards */
export async function updateMirror(stack: FeedStack, directory: string): Promise<number> {
  const { status, stdout, stderr }: Outcome = await startMirror(
    stack,
    directory,
    ...['--once', '--quiet', '--output', 'json'],
  ).ended;
  if (status !== 0) throw new Error(`gcd mirror exited with ${status}: ${stderr}`);
  return JSON.parse(stdout).changed;
}

/** Starts `gcd mirror`, and kills it after a random time. */
export async function killMirror(stack: FeedStack, directory: string): Promise<void> {
  const run = startMirror(stack, directory, '--quiet', '--poll', '1');
  await pause(random(MAX_LIFE_MS));
  run.process.kill('SIGKILL');
  await run.ended;
}

/** Lists the differences between the database and an up-to-date mirror. */
export async function differences(stack: FeedStack, directory: string): Promise<string[]> {
  const rows = await query<{ id: string; cards: Record<string, object> }>(
    stack.databaseUrl,
    `select encode(coalesce(u.card_id, c.card_id), 'hex') as id, json_object_agg(c.grader, json_build_object(
       'card_id', encode(c.card_id, 'hex'), 'total', coalesce(p.total, 0), 'gem_total', coalesce(p.gem_total, 0)
     )) as cards
     from cards c left join cards u on u.id = c.universal left join populations p on p.card = c.id group by 1`,
  );
  const lines = readFileSync(path.join(directory, 'cards.ndjson'), 'utf8').trimEnd().split('\n');
  const mirrored = new Map(
    lines.map((line) => {
      const card = JSON.parse(line);
      return [card.card_id, card];
    }),
  );
  const found: string[] = [];
  for (const { id, cards } of rows) {
    const card = mirrored.get(id);
    mirrored.delete(id);
    if (!card) found.push(`${id} is missing`);
    else if (!isDeepStrictEqual(card.by_grader, cards)) found.push(`${id} differs`);
    else if (!isSum(card)) found.push(`${id} has wrong totals`);
  }
  return [...found, ...[...mirrored.keys()].map((id) => `${id} should not be there`)];
}

interface Totals {
  readonly total: number;
  readonly gem_total: number;
}

function isSum({
  total,
  gem_total,
  gem_rate,
  by_grader,
}: Totals & { gem_rate: number; by_grader: Record<string, Totals> }): boolean {
  const sum = (of: keyof Totals): number =>
    Object.values(by_grader).reduce((all, each) => all + each[of], 0);
  const rate = total === 0 ? 0 : gem_total / total;
  return (
    sum('total') === total &&
    sum('gem_total') === gem_total &&
    Math.abs(rate - gem_rate) <= MAX_ROUNDING
  );
}
