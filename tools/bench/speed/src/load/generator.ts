// Sends requests and counts responses in a separate process, so that load and measurement do not delay each other.
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@gcd/synthetic';
import { closedLoop } from './closed.js';
import type { GeneratorMessage, Job } from './job.js';
import { openLoop } from './open.js';
import { requestMaker } from './requests.js';
import { Tally } from './tally.js';

const log = (message: GeneratorMessage): void => void process.send?.(message);

process.on('disconnect', () => process.exit());
process.on('message', (job: Job) => {
  run(job).catch((error: Error) => log({ is: 'failed', reason: error.message }));
});
process.on('uncaughtException', ({ message }) => log({ is: 'failed', reason: message }));
log({ is: 'ready' });

async function run({ shape, ...job }: Job): Promise<void> {
  const addresses = job.addresses.map((address) => new URL(address));
  const request = requestMaker(job.traffic, job.keysFile, new Random(job.seed));
  let tally = new Tally();
  const tell = (status: number, bytes: number, latencyMs: number): void =>
    tally.add(status, bytes, latencyMs);
  const end =
    'connections' in shape
      ? closedLoop(addresses, shape.connections, request, tell)
      : openLoop(addresses, shape.perSecond, request, tell);
  await sleep(job.warmUpMs);
  tally = new Tally();
  const began = performance.now();
  log({ is: 'measuring' });
  await sleep(job.measureMs);
  const seconds = (performance.now() - began) / 1000;
  end();
  log({ is: 'done', outcome: tally.outcome(seconds) });
}
