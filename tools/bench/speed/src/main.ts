// Implements `npm run bench`. `npm run bench -- --help` and options.ts list its options.

import { present, startBaselines } from './baselines.js';
import { createEnvironment } from './environment.js';
import { Load } from './load/load.js';
import { log } from './log.js';
import type { Bench } from './measure.js';
import { type Options, type Part, readOptions } from './options.js';
import { toMarkdown, writeDocument, writeJson } from './report.js';
import { batches } from './scenarios/batches.js';
import { data } from './scenarios/data.js';
import { endpoints } from './scenarios/endpoints.js';
import { latency } from './scenarios/latency.js';
import { lookup } from './scenarios/lookup.js';
import { memory } from './scenarios/memory.js';
import { replicas } from './scenarios/replicas.js';
import { mixed, zipf } from './scenarios/traffic.js';
import type { Section } from './section.js';

const options = readOptions();
const failed = new Map<string, string>();
// Functions that stop the started servers and processes, called in reverse order.
const stops: (() => Promise<void> | void)[] = [];
let stopping: Promise<void> | undefined;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    log('Stopping …');
    void stop().finally(() => process.exit(1));
  });
}
try {
  const sections = await run(options);
  const markdown = toMarkdown(sections, options, failed);
  console.log(markdown);
  if (options.json) writeJson(options.json, sections, options);
  if (options.write) writeDocument(markdown);
  if (failed.size > 0) process.exitCode = 1;
} catch (error) {
  if (!stopping) log(process.env.DEBUG ? String((error as Error).stack) : (error as Error).message);
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
  const environment = await createEnvironment(size);
  stops.push(() => environment.stop());
  const baselines = await startBaselines(environment, withTextbook);
  stops.push(async () => {
    for (const baseline of present(baselines.a, baselines.b, baselines.c, baselines.d))
      await baseline.stop();
  });
  const load = await Load.start();
  stops.push(() => load.stop());
  const servers = environment.infrastructure.parts;
  const bench: Bench = { load, keysFile: environment.keysFile, servers, rounds, seconds, failed };
  const measurements: Record<Part, () => Promise<Section>> = {
    lookup: () => lookup(bench, environment, baselines, connections),
    zipf: () => zipf(bench, environment, baselines),
    mixed: () => mixed(bench, environment, baselines),
    latency: () => latency(bench, environment, baselines),
    endpoints: () => endpoints(bench, environment, baselines),
    batches: () => batches(bench, environment),
    replicas: () => replicas(bench, environment),
    data: () => data(bench, environment),
    memory: () => memory(bench, environment, minutes),
  };
  const sections: Section[] = [];
  for (const part of parts) sections.push(await measurements[part]());
  return sections;
}
