import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { dataDir } from '@gcd/local';
import { fill, makeKeys, writePaths } from './dataset.js';
import { figure, ratio, totalCpu } from './figures.js';
import { startInfrastructure } from './infrastructure.js';
import { Load } from './load/load.js';
import { type Case, measure } from './measure.js';
import { startPeer, startProduct } from './targets.js';

const size = process.argv.includes('--small')
  ? { cards: 20_000, certs: 200_000 }
  : { cards: 500_000, certs: 5_000_000 };
const directory = path.join(dataDir(), 'bench', `${size.cards}-${size.certs}`);
mkdirSync(directory, { recursive: true });
const infrastructure = await startInfrastructure(directory);
await fill(size, directory, infrastructure.urls);
const keysFile = await makeKeys(directory, infrastructure.urls);
const certs = await writePaths(
  infrastructure.urls.databaseUrl,
  path.join(directory, 'paths/certs.txt'),
  `select '/v1/certs/' || grader || '/' || cert from certs`,
);
const product = await startProduct(infrastructure, path.join(directory, 'logs'));
const a = await startPeer('(a) bare Fastify, a constant', infrastructure, keysFile, 'constant');
const b = await startPeer('(b) bare Fastify and pg', infrastructure, keysFile, 'bare-pg');
const load = await Load.start();
const bench = { load, keysFile, servers: infrastructure.parts, rounds: 3, seconds: 5 };
const cases: Case[] = [1, 16, 64].flatMap((connections) =>
  [product, a, b].map((target) => ({
    name: `${target.title}, ${connections}`,
    target,
    pathsFile: certs,
    shape: { connections },
  })),
);
await measure({ ...bench, rounds: 1, seconds: 2 }, cases.slice(6));
const samples = await measure(bench, cases);
console.table(
  Object.fromEntries(
    cases.map(({ name }) => [
      name,
      {
        'per s': Math.round(figure(samples, name, (s) => s.perSecond)),
        p50: figure(samples, name, (s) => s.latencyMs.p50).toFixed(2),
        p99: figure(samples, name, (s) => s.latencyMs.p99).toFixed(2),
        ...Object.fromEntries(
          ['gateway', 'services', 'PostgreSQL', 'NATS', 'Redis'].map((part) => [
            part,
            Math.round(figure(samples, name, (s) => s.cpu[part] ?? 0)),
          ]),
        ),
        cpu: Math.round(figure(samples, name, totalCpu)),
        '÷ b': ratio(
          samples,
          name,
          `${b.title}${name.slice(name.lastIndexOf(','))}`,
          (s) => s.perSecond,
        ).toFixed(2),
      },
    ]),
  ),
);
load.stop();
for (const t of [product, a, b]) await t.stop();
await infrastructure.stop();
