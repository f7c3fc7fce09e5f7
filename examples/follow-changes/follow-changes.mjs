#!/usr/bin/env node
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Api, Refused } from './api.mjs';
import { Copy } from './copy.mjs';

const HELP = `Keeps a local copy of the populations of cards in step with the feed of changes.

  API_KEY=… node follow-changes.mjs --dir ./populations
  API_KEY=… node follow-changes.mjs --dir ./populations --once

  --url URL        address of the API (default: API_URL, or else http://localhost:3000)
  --dir DIR        where the copy is; it goes on where it was left
  --since DATE     the day to begin with, when there is no copy yet (default: 30 days ago)
  --once           end when the copy is up to date, instead of waiting for more changes
  --poll SECONDS   how often to ask for changes when there are none (default: 60)
  --rate N         calls a second at most (default: 50); never more than the plan of the key allows
  --limit N        cards of a page of the feed (default: 1000)
  --help

Environment: API_KEY, the key. Its plan must permit changes. Stop it in any way at any time.`;

const IN_FLIGHT = 8;
const DAY_MS = 86_400_000;

const say = (line) => console.error(`${new Date().toISOString()} ${line}`);

function readOptions() {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: process.env.API_URL || 'http://localhost:3000' },
      dir: { type: 'string' },
      since: { type: 'string' },
      once: { type: 'boolean', default: false },
      poll: { type: 'string', default: '60' },
      rate: { type: 'string', default: '50' },
      limit: { type: 'string', default: '1000' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const number = (name) => {
    const value = Number(values[name]);
    if (value > 0) return value;
    throw new Error(`--${name}: ${values[name]} is not a number above 0`);
  };
  const numbers = { poll: number('poll'), rate: number('rate'), limit: number('limit') };
  if (!values.dir) throw new Error('--dir is missing: where shall the copy be?');
  if (!process.env.API_KEY) throw new Error('API_KEY is not set.');
  return { ...values, ...numbers };
}

/** Brings the copy of one card up to date. */
async function update(cardId, api, copy) {
  const card = await api.get(`/v1/cards/${cardId}/population`);
  // It has been matched with another one since. That one's id comes later in the feed.
  const isMember = card?.universal_card_id && card.universal_card_id !== cardId;
  if (!card || isMember) return copy.drop(cardId);
  await copy.put(cardId, card);
  // Cards that are matched are copied as one, under the universal id.
  for (const entry of Object.values(card.population.graders)) {
    if (entry.card_id !== cardId) await copy.drop(entry.card_id);
  }
}

/** Does something with each item, a few at once. */
async function each(items, work) {
  const rest = items.values();
  const workers = Array.from({ length: IN_FLIGHT }, async () => {
    for (const item of rest) await work(item);
  });
  await Promise.all(workers);
}

async function main() {
  const { url, dir, since, once, poll, rate, limit } = readOptions();
  const api = new Api(url, process.env.API_KEY, say);
  const copy = new Copy(dir);
  let { cursor } = await copy.state();
  const begin = since ?? new Date(Date.now() - 30 * DAY_MS).toISOString().slice(0, 10);
  say(
    `${cursor ? 'going on where it was left' : `beginning with ${begin}`}, ${await api.learnPace(rate)} calls a second at most`,
  );
  for (;;) {
    const place = cursor ? { cursor } : { since: begin };
    const page = await api.get(
      `/v1/cards/population/changes?${new URLSearchParams({ ...place, limit })}`,
    );
    await each(page.card_ids, (cardId) => update(cardId, api, copy));
    // Only now: whoever is killed before reads the same page again.
    if (page.next_cursor !== cursor) await copy.save({ cursor: page.next_cursor });
    cursor = page.next_cursor;
    if (page.count > 0) say(`${page.count} cards`);
    if (page.has_more) continue;
    if (once) return;
    await sleep(poll * 1000);
  }
}

try {
  await main();
} catch (error) {
  say(error.message);
  if (error instanceof Refused && error.details?.parameter === 'cursor') {
    say('This copy was made from another API. Begin another one with another --dir.');
  }
  process.exit(1);
}
