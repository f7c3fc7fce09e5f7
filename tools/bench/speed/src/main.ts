// Implements `npm run bench`. `npm run bench -- --help` and options.ts list its options.

import { startBaselines } from './baselines.js';
import { createEnvironment } from './environment.js';
import { Load } from './load/load.js';
import { log } from './log.js';
import type { Bench } from './measure.js';
import { type Options, type Part, readOptions } from './options.js';
import { toMarkdown, writeResults } from './report.js';
import { endpoints } from './scenarios/endpoints.js';
import { latency } from './scenarios/latency.js';
import { lookup } from './scenarios/lookup.js';
import { mixed } from './scenarios/mixed.js';
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
  log(`Written to ${writeResults(markdown, sections, options)}`);
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
  const { size, parts, connections, rounds, seconds } = options;
  const environment = await createEnvironment(size);
  stops.push(() => environment.stop());
  const baselines = await startBaselines(environment);
  stops.push(async () => {
    for (const baseline of Object.values(baselines)) await baseline.stop();
  });
  const load = await Load.start();
  stops.push(() => load.stop());
  const servers = environment.infrastructure.parts;
  const bench: Bench = { load, keysFile: environment.keysFile, servers, rounds, seconds, failed };
  const measurements: Record<Part, () => Promise<Section>> = {
    lookup: () => lookup(bench, environment, baselines, connections),
    mixed: () => mixed(bench, environment, baselines),
    latency: () => latency(bench, environment, baselines),
    endpoints: () => endpoints(bench, environment, baselines),
  };
  const sections: Section[] = [];
  for (const part of parts) sections.push(await measurements[part]());
  return sections;
}
