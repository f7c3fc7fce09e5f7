// Compares the time of the site's card and set pages with the time of the API requests behind them. Also counts the
// bytes of a first visit, and measures first paint and layout shift in Chromium.
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { chromium } from 'playwright-core';
import { readOptions } from './options.mjs';
import { median } from './percentile.mjs';

const HELP = `Usage: npm run bench:site
       API_URL=http://localhost:3100 SITE_URL=http://localhost:3101 npm run bench:site
Environment variables:
API_URL       URL of the gateway (default: http://localhost:3000)
SITE_URL      URL of the site (default: http://localhost:3001)
API_KEY_FILE  file with an API key (default: .local/demo-key)
CHROMIUM      Chromium's executable file (default: /usr/bin/chromium)
Requires \`VISITOR_PAGES_PER_SECOND=1000 npm start\`, because all pages are requested from one address.`;

readOptions(HELP);
const API = process.env.API_URL || 'http://localhost:3000';
const SITE = process.env.SITE_URL || 'http://localhost:3001';
const KEY = readFileSync(process.env.API_KEY_FILE || '.local/demo-key', 'utf8').trim();
const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const CHARIZARD = '85c82c158cac20785082526b3bb6248031db6a66';
const TEXTS = ['charizard', 'pikachu', 'mewtwo', 'blastoise', 'venusaur', 'gengar'];
// Other cards, which are requested before the measurement to warm up the processes.
const WARM_UP = [
  'eevee',
  'snorlax',
  'lugia',
  'rayquaza',
  'umbreon',
  'gyarados',
  'dragonite',
  'alakazam',
];
const WARM_UP_PAGES = 10;
const WARM_UP_SETS = 20;
const ROUNDS = 3;
const VISITS = 15;
// Pause in milliseconds that keeps the request rate below the demo key's rate limit.
const PAUSE_MS = 40;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

async function getData(target) {
  const response = await fetch(API + target, { headers: { 'x-api-key': KEY } });
  if (response.status !== 200) throw new Error(`${target}: ${response.status}`);
  return JSON.parse(await response.text()).data;
}

async function page(path) {
  const response = await fetch(SITE + path);
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  await response.text();
}

const CARD = {
  requests: (id) =>
    Promise.all([
      getData(`/v1/cards/${id}?auto_split=true&include=growth`),
      getData(`/v1/cards/${id}/population/history?fields=totals`),
    ]),
  page: (id) => page(`/card/${id}`),
};
const SET = {
  requests: (id) =>
    Promise.all([getData(`/v1/sets/${id}`), getData(`/v1/sets/${id}/cards?sort=number&page=1`)]),
  page: (id) => page(`/sets/${id}`),
};

async function time(work, id) {
  await pause();
  const began = performance.now();
  await work(id);
  return performance.now() - began;
}

async function compare(name, kind, ids) {
  const [behind, pages] = [[], []];
  for (const id of ids) {
    behind.push(await time(kind.requests, id));
    pages.push(await time(kind.page, id));
  }
  const [api, site] = [median(behind), median(pages)];
  console.log(
    `${name}: API ${api.toFixed(1)} ms, page ${site.toFixed(1)} ms, ratio ${(site / api).toFixed(2)}`,
  );
}

function bytesOf(address) {
  return new Promise((resolve, reject) => {
    get(address, { headers: { 'accept-encoding': 'gzip' } }, (response) => {
      let bytes = 0;
      response.on('data', (chunk) => {
        bytes += chunk.length;
      });
      response.on('end', () => resolve(bytes));
    }).on('error', reject);
  });
}

async function firstVisit() {
  const html = await (await fetch(`${SITE}/card/${CHARIZARD}`)).text();
  const files = [...html.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, file]) => file);
  const sizes = await Promise.all(
    [`/card/${CHARIZARD}`, ...files].map((file) => bytesOf(SITE + file)),
  );
  console.log(
    `first visit: ${sizes.reduce((one, other) => one + other)} bytes, the page ${sizes[0]} of them`,
  );
}

const PAINTS = `new Promise((resolve) => {
  const seen = { shift: 0 };
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) seen.shift += value; })
    .observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => {
    seen.first ??= list.getEntriesByName('first-contentful-paint')[0]?.startTime;
    if (seen.first !== undefined) setTimeout(() => resolve(seen), 500);
  }).observe({ type: 'paint', buffered: true });
})`;

async function paints(name, options, rate) {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const seen = [];
  for (let visit = 0; visit < VISITS; visit += 1) {
    const context = await browser.newContext(options);
    const tab = await context.newPage();
    const session = await context.newCDPSession(tab);
    await session.send('Emulation.setCPUThrottlingRate', { rate });
    await tab.goto(`${SITE}/card/${CHARIZARD}`);
    seen.push(await tab.evaluate(PAINTS));
    await context.close();
  }
  await browser.close();
  const shift = Math.max(...seen.map((each) => each.shift));
  console.log(
    `${name}: first paint ${median(seen.map((each) => each.first)).toFixed(0)} ms, largest layout shift ${shift.toFixed(4)}`,
  );
}

async function find(texts, pages) {
  const found = new Set();
  for (const text of texts) {
    for (let number = 1; number <= pages; number += 1) {
      await pause();
      const { results } = await getData(`/v1/cards/search/simple?query=${text}&page=${number}`);
      for (const { card_id } of results) found.add(card_id);
    }
  }
  return found;
}

const ids = [...(await find(TEXTS, 1))];
const others = [...(await find(WARM_UP, WARM_UP_PAGES))].filter((id) => !ids.includes(id));
// Fill the API's caches first, so that neither measurement includes the time to fill them.
for (const id of ids) await time(CARD.requests, id);
for (const id of others) await time(CARD.page, id);
const share = Math.ceil(ids.length / ROUNDS);
for (let round = 0; round < ROUNDS; round += 1) {
  const own = ids.slice(round * share, (round + 1) * share);
  await compare(`${own.length} cards requested for the first time`, CARD, own);
  await compare(`${own.length} cards again`, CARD, own);
}
const sets = (await getData('/v1/sets')).map(({ set_id }) => set_id);
const [warmUpSets, ownSets] = [sets.slice(0, WARM_UP_SETS), sets.slice(WARM_UP_SETS)];
for (const id of warmUpSets) await time(SET.page, id);
for (const id of ownSets) await time(SET.requests, id);
await compare(`${ownSets.length} sets requested for the first time`, SET, ownSets);
await firstVisit();
await paints('desktop', {}, 1);
await paints('phone, CPU throttled 4 times', { viewport: { width: 375, height: 800 } }, 4);
