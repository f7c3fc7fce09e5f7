import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import type { Environment } from './environment.js';
import { log } from './log.js';
import { startBaseline, type Target } from './targets.js';

const COMPARED = 200;

export interface Baselines {
  readonly a: Target;
  readonly b: Target;
  /** Textbook baselines; undefined if they are excluded. */
  readonly c?: Target;
  readonly d?: Target;
}

/** Starts the baselines. @throws Error if a baseline that looks up certs responds differently than the product */
export async function startBaselines(
  environment: Environment,
  withTextbook: boolean,
): Promise<Baselines> {
  const [a, b] = await Promise.all([
    startBaseline('(a) bare Fastify, a constant', environment, { front: 'constant' }),
    startBaseline('(b) bare Fastify and pg', environment, { front: 'bare-pg' }),
  ]);
  await requireSameResponses(environment, b);
  if (!withTextbook) return { a, b };
  const [c, d] = await Promise.all([
    startBaseline('(c) textbook monolith', environment, { front: 'monolith' }),
    startBaseline('(d) textbook gateway', environment, {
      front: 'nest-gateway',
      service: 'nest-service',
    }),
  ]);
  for (const baseline of [c, d]) await requireSameResponses(environment, baseline);
  return { a, b, c, d };
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

export function present(...targets: readonly (Target | undefined)[]): Target[] {
  return targets.filter((target) => target !== undefined);
}
