import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import type { Environment } from './environment.js';
import { log } from './log.js';
import { startBaseline, type Target } from './targets.js';

const COMPARED = 200;

/** What the product is compared with. Each baseline has as many processes as there are cores for servers. */
export interface Baselines {
  /** A bare Fastify that returns a constant. */
  readonly a: Target;
  /** A bare Fastify with pg, without keys and limits. */
  readonly b: Target;
  /** What a user would build instead. */
  readonly e: Target;
}

/** Starts the baselines. @throws Error if a baseline that looks up certs responds differently than the product */
export async function startBaselines(environment: Environment): Promise<Baselines> {
  const [a, b, e] = await Promise.all([
    startBaseline('(a) bare Fastify, a constant', environment, 'constant'),
    startBaseline('(b) bare Fastify and pg', environment, 'bare-pg'),
    startBaseline('(e) Fastify, pg, keys and limits', environment, 'honest-peer'),
  ]);
  for (const baseline of [b, e]) await requireSameResponses(environment, baseline);
  return { a, b, e };
}

async function requireSameResponses(
  { product, certsFile, keysFile }: Environment,
  baseline: Target,
) {
  const paths = readFileSync(certsFile, 'utf8').trimEnd().split('\n');
  const key = readFileSync(keysFile, 'utf8').split('\n')[0] ?? '';
  const dataOf = async ({ addresses }: Target, path: string): Promise<unknown> => {
    const response = await fetch(addresses[0] + path, { headers: { 'x-api-key': key } });
    return ((await response.json()) as { data: unknown }).data;
  };
  for (let count = 0; count < COMPARED; count += 1) {
    const path = paths[Math.floor((count * paths.length) / COMPARED)] ?? '';
    const [expected, received] = [await dataOf(product, path), await dataOf(baseline, path)];
    deepStrictEqual(
      received,
      expected,
      `${baseline.title} responds to ${path} differently from the product`,
    );
  }
  log(`${baseline.title}: ${COMPARED} responses equal those of the product.`);
}
