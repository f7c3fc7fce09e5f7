import path from 'node:path';
import { environmentOf, type RunningApp, startApp, startNats } from '@gcd/local';
import type { Environment } from '../environment.js';
import { log } from '../log.js';
import { type Bench, type Case, measure, uniform, warmUp } from '../measure.js';
import { ratio } from '../metrics.js';
import { COST_COLUMNS, costs, decimal, type Section } from '../section.js';
import { stackOptions } from '../targets.js';

const CONNECTIONS = 64;

/** Compares one gateway with two gateways, and one certs service with two certs services. */
export async function replicas(bench: Bench, environment: Environment): Promise<Section> {
  const started: { stop(): Promise<void> }[] = [];
  try {
    const cases = await startReplicas(environment, started);
    await warmUp(bench, cases);
    const samples = await measure(bench, cases);
    const [first] = cases;
    return {
      title: 'Multiple instances',
      text: `Certs are looked up on ${CONNECTIONS} connections. All instances share this machine with the load generator. The table therefore shows what a second instance costs, but not what it gains on idle cores.`,
      columns: ['instances', ...COST_COLUMNS, 'requests/s ÷ one of each'],
      rows: cases.map(({ name }) => [
        name,
        ...costs(samples, name),
        decimal(ratio(samples, name, first?.name ?? '', ({ perSecond }) => perSecond)),
      ]),
      bounds: [],
      samples,
    };
  } finally {
    for (const each of started.reverse()) await each.stop();
  }
}

/**
 * Starts two pairs of gateways, each with a separate NATS server. One pair uses one certs service, and the other pair
 * uses two. A case uses one or both gateways of a pair.
 */
async function startReplicas(
  { infrastructure, directory, certsFile }: Environment,
  started: { stop(): Promise<void> }[],
): Promise<Case[]> {
  const cases: Case[] = [];
  for (const services of [1, 2]) {
    const dir = path.join(directory, `nats-replicas-${services}`);
    const nats = await startNats({ dir, keep: false, log });
    started.push(nats);
    const urls = { ...infrastructure.urls, natsUrl: nats.url };
    const options = stackOptions({ urls }, directory);
    const start = async (app: 'certs' | 'gateway'): Promise<RunningApp> => {
      const replica = await startApp(app, environmentOf(app, options), options.logDir);
      started.push(replica);
      return replica;
    };
    const certs = await several(services, () => start('certs'));
    const gateways = await several(2, () => start('gateway'));
    for (const number of [1, 2]) {
      const called = gateways.slice(0, number);
      cases.push({
        name: `${number} gateway${number > 1 ? 's' : ''}, ${services} certs`,
        traffic: uniform(certsFile),
        shape: { connections: CONNECTIONS },
        target: {
          title: 'replicas',
          addresses: called.map(({ port }) => `http://127.0.0.1:${port}`),
          parts: {
            gateway: called.map(({ pid }) => pid),
            certs: certs.map(({ pid }) => pid),
            NATS: [nats.pid],
          },
          stop: async () => undefined,
        },
      });
    }
  }
  return cases;
}

function several<Each>(count: number, start: () => Promise<Each>): Promise<Each[]> {
  return Promise.all(Array.from({ length: count }, start));
}
