import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { median } from '../percentile.mjs';

const CONNECTIONS = 64;
/** Duration of a clock tick in microseconds. Linux reports CPU times in clock ticks. */
const TICK_US = 10_000;

/**
 * Measures the CPU time of a cert lookup, summed over all processes of the product and its servers. The load uses 64
 * connections, each of which sends one request at a time. Each round measures every dataset size.
 */
export async function measureLookupCost(sizes, { rounds, seconds }) {
  const results = new Map(sizes.map((size) => [size, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const size of sizes) {
      const before = cpuTicks();
      const requests = await lookUp(size.api, seconds);
      // The first round is a warm-up.
      if (round > 0) results.get(size).push(((cpuTicks() - before) * TICK_US) / requests);
    }
  }
  const values = new Map(sizes.map((size) => [size, median(results.get(size))]));
  return [{ what: `CPU time of a cert lookup, ${CONNECTIONS} connections, µs`, digits: 0, values }];
}

/** Sends cert lookups for the given number of seconds. @returns the number of requests */
async function lookUp({ address, key, samples }, seconds) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  let requests = 0;
  let isRunning = true;
  const send = async () => {
    while (isRunning) {
      const cert = samples.certs[Math.floor(Math.random() * samples.certs.length)];
      const status = await new Promise((resolve, reject) => {
        get(`${address}/v1/certs/${cert}`, { agent, headers: { 'x-api-key': key } }, (response) =>
          response.resume().on('end', () => resolve(response.statusCode)),
        ).on('error', reject);
      });
      if (status !== 200) throw new Error(`a cert lookup returned ${status}`);
      requests += 1;
    }
  };
  const all = Promise.all(Array.from({ length: CONNECTIONS }, send));
  await Promise.race([all, pause(seconds * 1000)]);
  isRunning = false;
  await all;
  agent.destroy();
  return requests;
}

/** Returns the CPU time, in clock ticks, of all descendants of a process, including exited ones. */
function cpuTicks(pid = process.pid) {
  let ticks = 0;
  for (const child of childrenOf(pid)) {
    const stat = read(`/proc/${child}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Add the user and system time of the process and of its exited children.
    for (const field of fields.slice(11, 15)) ticks += Number(field);
    ticks += cpuTicks(child);
  }
  return ticks;
}

function childrenOf(pid) {
  return read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
}

/** Reads a file of a process in /proc. @returns its content; an empty string if the process has exited */
function read(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
