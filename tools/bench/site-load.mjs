// Sends load to the site from many addresses of this machine (127.0.0.0/8), while one quiet visitor requests a page
// every half second. A separate thread sends the load, so that it does not delay the measurement of the quiet visitor.
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { readOptions } from './options.mjs';

const HELP = `Usage: npm run bench:site-load
       API_URL=http://127.0.0.1:3100 SITE_URL=http://127.0.0.1:3101 npm run bench:site-load
Environment variables:
API_URL       URL of the gateway (default: http://127.0.0.1:3000)
SITE_URL      URL of the site (default: http://127.0.0.1:3001)
API_KEY_FILE  file with an API key (default: .local/demo-key)
SECONDS       duration of each row (default: 20)
Requires a running \`npm start\` on Linux.`;

readOptions(HELP);
const API = process.env.API_URL || 'http://127.0.0.1:3000';
const SITE = process.env.SITE_URL || 'http://127.0.0.1:3001';
const SECONDS = Number(process.env.SECONDS || 20);
const QUIET_EVERY_MS = 500;
const QUIET_ADDRESS = '127.9.9.9';
const TIMEOUT_MS = 30_000;
// Maximum delay of a request in milliseconds. Requests that are delayed longer are skipped, because sending them in a
// burst would change the load.
const MAX_LATE_MS = 20;
const TICK_MS = 2;
// Maximum number of connections per visitor, equal to the number that a browser opens to one host.
const MAX_CONNECTIONS = 6;
const PHASES = [
  { name: '200 pages/s from one address', rate: 200, visitors: 1 },
  { name: '200 pages/s from 200 addresses', rate: 200, visitors: 200 },
  { name: '2,000 pages/s from 2,000 addresses', rate: 2000, visitors: 2000 },
];

async function measure() {
  const targets = await findTargets('pokemon', 10);
  for (const { name, rate, visitors } of PHASES) {
    const crowd = new Worker(new URL(import.meta.url), { workerData: { targets, rate, visitors } });
    const done = new Promise((resolve, reject) => {
      crowd.once('message', resolve).once('error', reject);
    });
    const agent = new Agent({ keepAlive: true });
    const quiet = [];
    for (let round = 0; round < (SECONDS * 1000) / QUIET_EVERY_MS; round += 1) {
      quiet.push(visit(targets[(round * 7) % targets.length], agent));
      await pause(QUIET_EVERY_MS);
    }
    const { visits, unsent } = await done;
    console.log(`${name}, ${SECONDS} s`);
    console.log(`  crowd: ${summaryOf(visits)}, not sent ${unsent}`);
    console.log(`  quiet visitor: ${summaryOf(await Promise.all(quiet))}`);
    agent.destroy();
  }
}

/**
 * Requests a page as the quiet visitor, whose latency is measured.
 * @returns the status, or 0 if there is no response, and the duration in milliseconds
 */
function visit(target, agent) {
  const began = performance.now();
  return new Promise((resolve) => {
    const done = (status) => resolve({ status, ms: performance.now() - began });
    const headers = { 'accept-encoding': 'gzip' };
    const options = { localAddress: QUIET_ADDRESS, agent, headers, timeout: TIMEOUT_MS };
    const request = get(SITE + target, options, (response) => {
      response.resume().on('end', () => done(response.statusCode));
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => done(0));
  });
}

async function findTargets(query, pages) {
  const key = readFileSync(process.env.API_KEY_FILE || '.local/demo-key', 'utf8').trim();
  const targets = ['/', '/sets', '/movers'];
  for (let page = 1; page <= pages; page += 1) {
    const url = `${API}/v1/cards/search/simple?query=${query}&page=${page}`;
    const response = await fetch(url, { headers: { 'x-api-key': key } });
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

/**
 * Requests pages at a fixed rate, from `visitors` addresses in turn, without waiting for responses. Each address reuses
 * its connections.
 */
async function runCrowd({ targets, rate, visitors }) {
  const crowd = Array.from({ length: visitors }, (_, index) => new Visitor(index));
  const visits = [];
  let unsent = 0;
  const began = performance.now();
  const total = rate * SECONDS;
  const sent = [];
  for (let next = 0; next < total; ) {
    const now = performance.now();
    for (; next < total && began + (next / rate) * 1000 <= now; next += 1) {
      const dueAt = began + (next / rate) * 1000;
      const target = targets[next % targets.length];
      const done = now - dueAt <= MAX_LATE_MS && crowd[next % visitors].request(target);
      if (done)
        sent.push(done.then((status) => visits.push({ status, ms: performance.now() - dueAt })));
      else unsent += 1;
    }
    await pause(TICK_MS);
  }
  await Promise.all(sent);
  for (const visitor of crowd) visitor.leave();
  parentPort.postMessage({ visits, unsent });
}

/**
 * A visitor with its own IP address. It uses plain sockets, which need much less CPU time than an HTTP client, so that
 * one thread can simulate many visitors.
 */
class Visitor {
  idle = [];
  connections = 0;

  constructor(index) {
    this.address = `127.2.${index >> 8}.${index & 255}`;
  }

  /**
   * Requests a page. @returns the status, or 0 if there is no response; undefined if all connections of the visitor are
   * in use
   */
  request(target) {
    const socket = this.idle.pop() ?? this.open();
    if (!socket) return undefined;
    return new Promise((resolve) => {
      socket.finish = resolve;
      socket.write(`GET ${target} HTTP/1.1\r\nHost: site\r\nAccept-Encoding: gzip\r\n\r\n`);
    });
  }

  open() {
    if (this.connections === MAX_CONNECTIONS) return undefined;
    this.connections += 1;
    const { hostname, port } = new URL(SITE);
    const socket = connect({ host: hostname, port: Number(port), localAddress: this.address });
    socket.setNoDelay(true).setTimeout(TIMEOUT_MS, () => socket.destroy());
    let received = [];
    socket.on('data', (chunk) => {
      received.push(chunk);
      const status = statusOf(received);
      if (status === undefined) return;
      received = [];
      this.idle.push(socket);
      socket.finish(status);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.connections -= 1;
      this.idle = this.idle.filter((each) => each !== socket);
      // This call is ignored if the response was complete.
      socket.finish(0);
    });
    return socket;
  }

  leave() {
    for (const socket of this.idle) socket.destroy();
  }
}

/** Returns the status of a complete response with `Content-Length`; undefined while it is incomplete. */
function statusOf(chunks) {
  // The head is small, so it arrives in one chunk.
  const head = chunks[0].subarray(0, 4096).toString('latin1');
  const end = head.indexOf('\r\n\r\n');
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  if (end < 0 || length === undefined)
    throw new Error(`unexpected response: ${head.slice(0, 500)}`);
  const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  return bytes < end + 4 + Number(length) ? undefined : Number(head.slice(9, 12));
}

if (isMainThread) await measure();
else await runCrowd(workerData);
