import { deepStrictEqual } from 'node:assert';
import { readFileSync } from 'node:fs';
import { say } from './log.js';
import type { Stage } from './environment.js';
import { startPeer, type Target } from './targets.js';

const COMPARED = 200;

/** The baselines that the product is compared with. */
export interface Peers {
  readonly a: Target;
  readonly b: Target;
  /** The textbook ones, unless they were left out. */
  readonly c?: Target;
  readonly d?: Target;
}

/**
 * Starts the baselines. @throws Error if a baseline that looks up certs responds differently from the product
 */
export async function startPeers(stage: Stage, withTextbook: boolean): Promise<Peers> {
  const [a, b] = await Promise.all([
    startPeer('(a) bare Fastify, a constant', stage, 'constant'),
    startPeer('(b) bare Fastify and pg', stage, 'bare-pg'),
  ]);
  await requireSameAnswers(stage, b);
  if (!withTextbook) return { a, b };
  const [c, d] = await Promise.all([
    startPeer('(c) textbook monolith', stage, 'monolith'),
    startPeer('(d) textbook gateway', stage, 'nest-gateway', 'nest-service'),
  ]);
  for (const peer of [c, d]) await requireSameAnswers(stage, peer);
  return { a, b, c, d };
}

async function requireSameAnswers({ product, certsFile, keysFile }: Stage, peer: Target) {
  const paths = readFileSync(certsFile, 'utf8').trimEnd().split('\n');
  const key = readFileSync(keysFile, 'utf8').split('\n')[0] ?? '';
  const dataOf = async ({ addresses }: Target, path: string): Promise<unknown> => {
    const response = await fetch(addresses[0] + path, { headers: { 'x-api-key': key } });
    return ((await response.json()) as { data: unknown }).data;
  };
  for (let count = 0; count < COMPARED; count += 1) {
    const path = paths[Math.floor((count * paths.length) / COMPARED)] ?? '';
    const [expected, answered] = [await dataOf(product, path), await dataOf(peer, path)];
    deepStrictEqual(
      answered,
      expected,
      `${peer.title} responds to ${path} differently from the product`,
    );
  }
  say(`${peer.title}: ${COMPARED} responses equal those of the product.`);
}

/** Filters out absent baselines. */
export function present(...targets: readonly (Target | undefined)[]): Target[] {
  return targets.filter((target) => target !== undefined);
}
