// npm run bench: see options.ts, or `npm run bench -- --help`.
import { Load } from './load/load.js';
import type { Bench } from './measure.js';
import { type Options, type Part, readOptions } from './options.js';
import { batches } from './scenarios/batches.js';
import { data } from './scenarios/data.js';
import { endpoints } from './scenarios/endpoints.js';
import { halfLoad } from './scenarios/half-load.js';
import { lookup } from './scenarios/lookup.js';
import { memory } from './scenarios/memory.js';
import { replicas } from './scenarios/replicas.js';
import { present, startPeers } from './baselines.js';
import { toMarkdown, writeDocument, writeJson } from './report.js';
import { say } from './log.js';
import type { Section } from './section.js';
import { setStage } from './environment.js';

const options = readOptions();
const givenUp = new Map<string, string>();
// In reverse order of starting.
const stops: (() => Promise<void> | void)[] = [];
let stopping: Promise<void> | undefined;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    say('Stopping …');
    void stop().finally(() => process.exit(1));
  });
}
try {
  const sections = await run(options);
  const markdown = toMarkdown(sections, options, givenUp);
  console.log(markdown);
  if (options.json) writeJson(options.json, sections, options);
  if (options.write) writeDocument(markdown);
  if (givenUp.size > 0) process.exitCode = 1;
} catch (error) {
  if (!stopping) say(process.env.DEBUG ? String((error as Error).stack) : (error as Error).message);
  process.exitCode = 1;
}
await stop();
process.exit();

function stop(): Promise<void> {
  stopping ??= (async () => {
    for (const stopOne of stops.reverse()) await stopOne();
  })();
  return stopping;
}

async function run(options: Options): Promise<Section[]> {
  const { size, parts, connections, withTextbook, rounds, seconds, minutes } = options;
  const stage = await setStage(size);
  stops.push(() => stage.stop());
  const peers = await startPeers(stage, withTextbook);
  stops.push(async () => {
    for (const peer of present(peers.a, peers.b, peers.c, peers.d)) await peer.stop();
  });
  const load = await Load.start();
  stops.push(() => load.stop());
  const servers = stage.infrastructure.parts;
  const bench: Bench = { load, keysFile: stage.keysFile, servers, rounds, seconds, givenUp };
  const measurements: Record<Part, () => Promise<Section>> = {
    lookup: () => lookup(bench, stage, peers, connections),
    'half-load': () => halfLoad(bench, stage, peers),
    endpoints: () => endpoints(bench, stage, peers),
    batches: () => batches(bench, stage),
    replicas: () => replicas(bench, stage),
    data: () => data(bench, stage),
    memory: () => memory(bench, stage, minutes),
  };
  const sections: Section[] = [];
  for (const part of parts) sections.push(await measurements[part]());
  return sections;
}
