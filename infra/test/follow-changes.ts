import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { query } from './database.ts';
import type { FeedStack } from './feed.ts';

const PROGRAM = fileURLToPath(
  new URL('../../examples/follow-changes/follow-changes.mjs', import.meta.url),
);
const PAIRS = 150;
const CHANGED_BY_A_LOAD = 20;
const FIRST_DAY = Date.parse('2024-01-01');
const DAY_MS = 86_400_000;
const LIFE_MS = [200, 1800] as const;

const random = (below: number): number => Math.floor(Math.random() * below);

/** What a run of the program left. */
export interface Outcome {
  readonly status: number | null;
  readonly output: string;
}

/** Starts the program. @param directory of the copy */
export function startFollowing(
  { address, key }: Pick<FeedStack, 'address' | 'key'>,
  directory: string,
  ...args: string[]
): { readonly process: ChildProcess; readonly ended: Promise<Outcome> } {
  const child = spawn(process.execPath, [PROGRAM, '--dir', directory, ...args], {
    env: { PATH: process.env.PATH, API_URL: address, API_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output += data;
    });
  }
  const ended = once(child, 'close').then(([status]) => ({ status, output }));
  return { process: child, ended };
}

const pad = (number: number): string => String(number).padStart(38, '0');
const psa = (pair: number): string => `aa${pad(pair)}`;
const sgc = (pair: number): string => `cc${pad(pair)}`;

/** Loads the cards. */
export async function loadCards(stack: FeedStack): Promise<void> {
  const pairs = Array.from({ length: PAIRS }, (_, pair) => pair);
  await stack.load({
    'cards.csv': `card_id,grader,description\n${pairs.map((pair) => `${psa(pair)},psa,x\n${sgc(pair)},sgc,x\n`).join('')}`,
    'populations.csv': populations(0, pairs),
  });
}

/** Loads, one after the other, that change populations, match and unmatch. */
export async function loadOverAndOver(stack: FeedStack, count: number): Promise<void> {
  const matched = new Set<number>();
  for (let load = 1; load <= count; load += 1) {
    const some = new Set(Array.from({ length: CHANGED_BY_A_LOAD }, () => random(PAIRS)));
    const pair = random(PAIRS);
    const isMatch = !matched.delete(pair);
    if (isMatch) matched.add(pair);
    await stack.load({
      'populations.csv': populations(load, [...some]),
      'matches.csv': `card_id,universal_card_id\n${sgc(pair)},${isMatch ? psa(pair) : ''}\n`,
    });
  }
}

/** Imports the same counts for every card, under the date of this load. */
export async function loadSameCounts(stack: FeedStack, load: number): Promise<void> {
  const pairs = Array.from({ length: PAIRS }, (_, pair) => pair);
  await stack.load({ 'populations.csv': populations(load, pairs, () => 7) });
}

function populations(load: number, pairs: readonly number[], count = () => random(1000)): string {
  const date = new Date(FIRST_DAY + load * DAY_MS).toISOString().slice(0, 10);
  const rows = pairs.map(
    (pair) =>
      `${psa(pair)},${date},"{""psa_10"": ${count()}}"\n${sgc(pair)},${date},"{""sgc_10"": ${count()}}"\n`,
  );
  return `card_id,date,grades\n${rows.join('')}`;
}

/** Runs the program and kills it, over and over. @returns when it has been killed so many times, and has stored a cursor */
export async function followAndKill(
  stack: FeedStack,
  directory: string,
  kills: number,
): Promise<void> {
  const state = path.join(directory, 'state.json');
  let longest: number = LIFE_MS[1];
  for (let killed = 0; killed < kills || !existsSync(state); killed += 1) {
    const run = startFollowing(
      stack,
      directory,
      '--poll',
      '0.1',
      '--rate',
      '1000',
      '--limit',
      '10',
    );
    await pause(LIFE_MS[0] + random(longest - LIFE_MS[0]));
    // A busy machine needs longer for the first page.
    longest *= 1.2;
    run.process.kill('SIGKILL');
    await run.ended;
  }
}

/** An import of unchanged counts moves this date, which is no change of the card: the feed has no entry for it. */
const withoutUpdateDate = (name: string, value: unknown): unknown =>
  name === 'data_last_updated' ? undefined : value;

/** How a copy differs from what the API returns. */
export async function differences(stack: FeedStack, directory: string): Promise<string[]> {
  const cards = await query<{ id: string }>(
    stack.databaseUrl,
    `select distinct encode(coalesce(u.card_id, c.card_id), 'hex') as id from cards c left join cards u on u.id = c.universal`,
  );
  const copied = new Set(
    readdirSync(path.join(directory, 'cards'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.json'))
      .map((file) => path.basename(file, '.json')),
  );
  const found: string[] = [];
  for (const { id } of cards) {
    if (!copied.delete(id)) {
      found.push(`${id} is missing`);
      continue;
    }
    const file = path.join(directory, 'cards', id.slice(0, 2), `${id}.json`);
    const { body } = await stack.get(`/v1/cards/${id}/population`);
    const copy = JSON.parse(readFileSync(file, 'utf8'), withoutUpdateDate);
    const current = JSON.parse(JSON.stringify(body.data), withoutUpdateDate);
    if (!isDeepStrictEqual(copy, current)) found.push(`${id} differs`);
  }
  return [...found, ...[...copied].map((id) => `${id} is too many`)];
}
