import { deepStrictEqual } from 'node:assert';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { request } from '../harness/dataset.mjs';
import { atEnd } from '../harness/run.mjs';
import { SITE_URL } from '../harness/servers.mjs';

const COMPARED = 200;

/**
 * Starts the baselines, each with as many processes as there are cores for servers.
 * @throws Error if a baseline that looks up certs responds differently than the product
 */
export async function startBaselines({ urls, product, certsFile, keysFile }) {
  const [a, b, e] = await Promise.all([
    startBaseline('(a) bare Fastify, a constant', 'constant', urls),
    startBaseline('(b) bare Fastify and pg', 'bare-pg', urls),
    startBaseline('(e) Fastify, pg, keys and limits', 'honest-peer', urls),
  ]);
  const paths = readFileSync(certsFile, 'utf8').trimEnd().split('\n');
  const dataOf = async (target, path) =>
    (await (await request(target, keysFile, path)).json()).data;
  for (let count = 0; count < COMPARED; count += 1) {
    const path = paths[Math.floor((count * paths.length) / COMPARED)];
    const expected = await dataOf(product, path);
    for (const { title, ...baseline } of [b, e]) {
      deepStrictEqual(
        await dataOf(baseline, path),
        expected,
        `${title} responds differently: ${path}`,
      );
    }
  }
  return { a, b, e };
}

/** @param program name of the baseline's program */
async function startBaseline(title, program, urls) {
  const file = fileURLToPath(new URL(`./baselines/${program}.mjs`, import.meta.url));
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: urls.databaseUrl,
    REDIS_URL: urls.redisUrl,
    SITE_URL,
  };
  const ports = [];
  const pids = [];
  for (let index = 0; index < Math.max(1, cpus().length - 1); index += 1) {
    // Only this process handles Ctrl-C; the baseline exits when this process does.
    const child = fork(file, { detached: true, execArgv: [], env });
    const [{ port }] = await once(child, 'message');
    ports.push(port);
    pids.push(child.pid);
    atEnd(() => child.disconnect());
  }
  return {
    title,
    addresses: ports.map((port) => `http://127.0.0.1:${port}`),
    pids: { gateway: pids },
  };
}
