// Loads the site from many addresses of this machine (127.0.0.0/8), while one quiet visitor requests a page every
// half second. Needs a running `npm start` on Linux.
//
// npm run bench:site-load
// API_URL=http://127.0.0.1:3100 SITE_URL=http://127.0.0.1:3101 API_KEY_FILE=.local/demo-key npm run bench:site-load
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { atRate } from './open-loop.mjs';

const API = process.env.API_URL || 'http://127.0.0.1:3000';
const SITE = process.env.SITE_URL || 'http://127.0.0.1:3001';
const KEY = readFileSync(process.env.API_KEY_FILE || '.local/demo-key', 'utf8').trim();
const SECONDS = Number(process.env.SECONDS || 20);
const QUIET_EVERY_MS = 500;
const QUIET_ADDRESS = '127.9.9.9';
const TIMEOUT_MS = 30_000;
const PHASES = [
  { name: '200 pages/s from one address', rate: 200, addressOf: () => '127.1.0.1' },
  {
    name: '200 pages/s from 200 addresses',
    rate: 200,
    addressOf: (index) => addressOf(index % 200),
  },
  {
    name: '2,000 pages/s from 2,000 addresses',
    rate: 2000,
    addressOf: (index) => addressOf(index % 2000),
  },
];

const addressOf = (visitor) => `127.2.${visitor >> 8}.${visitor & 255}`;

/** Sends a request. @returns its status, or 0 without a response, and its milliseconds since it was due */
function visit(target, localAddress, dueAt, agent) {
  return new Promise((resolve) => {
    const done = (status) => resolve({ status, ms: performance.now() - dueAt });
    const headers = { 'accept-encoding': 'gzip' };
    const options = { localAddress, agent, headers, timeout: TIMEOUT_MS };
    const request = get(SITE + target, options, (response) => {
      response.resume().on('end', () => done(response.statusCode));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => done(0));
  });
}

async function pagesOf(query, pages) {
  const targets = ['/', '/sets', '/movers'];
  for (let page = 1; page <= pages; page += 1) {
    const url = `${API}/v1/cards/search/simple?query=${query}&page=${page}`;
    const response = await fetch(url, { headers: { 'x-api-key': KEY } });
    const { data } = await response.json();
    for (const { card_id } of data.results) targets.push(`/card/${card_id}`);
  }
  return targets;
}

function summaryOf(visits) {
  const times = visits.map(({ ms }) => ms).sort((one, other) => one - other);
  const statuses = {};
  for (const { status } of visits) statuses[status] = (statuses[status] ?? 0) + 1;
  const at = (share) =>
    Math.round(times[Math.min(times.length - 1, Math.floor(times.length * share))]);
  return `${visits.length} pages, statuses ${JSON.stringify(statuses)}, ms p50 ${at(0.5)}, p99 ${at(0.99)}, most ${at(1)}`;
}

const targets = await pagesOf('pokemon', 10);
for (const { name, rate, addressOf: visitorOf } of PHASES) {
  const agent = new Agent({ keepAlive: true });
  const crowd = [];
  const quiet = [];
  const stop = atRate(rate, (index, dueAt) => {
    crowd.push(visit(targets[index % targets.length], visitorOf(index), dueAt, agent));
  });
  for (let round = 0; round < (SECONDS * 1000) / QUIET_EVERY_MS; round += 1) {
    const target = targets[(round * 7) % targets.length];
    quiet.push(visit(target, QUIET_ADDRESS, performance.now(), agent));
    await pause(QUIET_EVERY_MS);
  }
  stop();
  console.log(`${name}, ${SECONDS} s`);
  console.log(`  crowd: ${summaryOf(await Promise.all(crowd))}`);
  console.log(`  quiet visitor: ${summaryOf(await Promise.all(quiet))}`);
  agent.destroy();
}
