// Sends requests and counts responses in a separate process, so that load and measurement do not delay each other.
import { setTimeout as sleep } from 'node:timers/promises';
import { Random } from '@gcd/synth';
import { closedLoop } from './closed.js';
import type { GeneratorMessage, Job, Outcome } from './job.js';
import { openLoop } from './open.js';
import { requestMaker } from './requests.js';
import { Tally } from './tally.js';

const log = (message: GeneratorMessage): void => void process.send?.(message);

/** Aborted, with the error as its reason, if the current job fails outside of its promise. */
let failure = new AbortController();

process.on('disconnect', () => process.exit());
process.on('uncaughtException', (error) => failure.abort(error));
process.on('message', (job: Job) => {
  failure = new AbortController();
  const { signal } = failure;
  run(job, signal).then(
    (outcome) => log({ is: 'done', job: job.id, outcome }),
    (error: Error) => {
      const { message: reason } = signal.aborted ? signal.reason : error;
      log({ is: 'failed', job: job.id, reason });
    },
  );
});
log({ is: 'ready' });

async function run({ shape, ...job }: Job, signal: AbortSignal): Promise<Outcome> {
  const addresses = job.addresses.map((address) => new URL(address));
  const request = requestMaker(job.traffic, job.keysFile, new Random(String(job.id)));
  let tally = new Tally();
  const tell = (status: number, bytes: number, latencyMs: number): void =>
    tally.add(status, bytes, latencyMs);
  const end =
    'connections' in shape
      ? closedLoop(addresses, shape.connections, request, tell)
      : openLoop(addresses, shape.perSecond, request, tell);
  try {
    await sleep(job.warmUpMs, undefined, { signal });
    tally = new Tally();
    const began = performance.now();
    log({ is: 'measuring', job: job.id });
    await sleep(job.measureMs, undefined, { signal });
    return tally.outcome((performance.now() - began) / 1000);
  } finally {
    end();
  }
}
