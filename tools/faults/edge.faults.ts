import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { describe } from '@jest/globals';
import { percentile } from './load.ts';
import { environmentSuite } from './suite.ts';

const LIMIT = 150;
const DAY_MS = 86_400_000;
const CLOCKS_MS = [DAY_MS, -600_000];
const IDLE = 5000;
const SLOW = 1000;
const DOWNLOADS = 4;
const OPTIONS = 1500;

/** Returns the Node options for a process with an inaccurate clock. */
const wrongClock = (byMs: number): string =>
  `--import data:text/javascript,${encodeURIComponent(
    `const D=Date;globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+${byMs})}static now(){return D.now()+${byMs}}}`,
  )}`;

describe('clocks', () => {
  const { row } = environmentSuite({
    gateway: (index) => ({ NODE_OPTIONS: wrongClock(CLOCKS_MS[index] ?? 0) }),
  });

  row(
    {
      number: '25',
      fault:
        "The clock of one gateway is a day ahead, and the other gateway's clock is 10 minutes behind",
      expected: '0 errors; 0 over-admitted; every `X-RateLimit-Reset` is correct',
    },
    async (environment, checks) => {
      const experiment = await environment.during(() => pause(5000), { limit: LIMIT });
      const resets = [...new Set(experiment.all.flatMap(({ reset }) => reset ?? []))];
      const midnight = String(Math.ceil(Date.now() / DAY_MS) * (DAY_MS / 1000));
      experiment.checkSound(checks);
      checks.that(`Reset ${midnight}`, resets.join() === midnight, resets.join());
      return experiment;
    },
  );
});

describe('clients', () => {
  const { row } = environmentSuite();

  row(
    {
      number: '28',
      fault:
        'On each gateway, one connection without a key pipelines 4 large downloads and 1,500 `OPTIONS` requests, and reads nothing for 15 s',
      expected: '0 errors for other clients; their p99 at most 3 times the p99 before, or 50 ms',
    },
    async (environment, checks) => {
      const pipelined =
        'GET /openapi.json HTTP/1.1\r\nhost: api\r\n\r\n'.repeat(DOWNLOADS) +
        'OPTIONS /v1/usage HTTP/1.1\r\nhost: api\r\n\r\n'.repeat(OPTIONS);
      const sockets: Socket[] = [];
      const experiment = await environment.during(async () => {
        for (const address of environment.gateways) {
          const { port, hostname } = new URL(address);
          const socket = connect(Number(port), hostname).on('error', () => undefined);
          sockets.push(socket);
          socket.pause().write(pipelined);
        }
        await pause(15_000);
      });
      for (const socket of sockets) socket.destroy();
      const [before, during] = [experiment.before, experiment.during].map((part) =>
        percentile(part, 0.99),
      ) as [number, number];
      experiment.checkSound(checks);
      checks.atMost('p99 meanwhile', during, Math.max(50, 3 * before), ' ms');
      return experiment;
    },
  );

  row(
    {
      number: '29',
      fault:
        'One gateway has 5,000 idle connections, and 1,000 that send one header per second, for 15 s',
      expected: '0 errors for other clients; the slow connections are closed after 10 s',
    },
    async (environment, checks) => {
      const port = Number(new URL(environment.gateways[0] ?? '').port);
      const sockets: Socket[] = [];
      const experiment = await environment.during(async () => {
        for (let index = 0; index < IDLE + SLOW; index += 1) {
          const socket = connect(port, '127.0.0.1')
            .on('error', () => undefined)
            .resume();
          sockets.push(socket);
          if (index % 100 === 99) await once(socket, 'connect');
        }
        const slow = sockets.slice(IDLE);
        for (const socket of slow) socket.write('GET /v1/usage HTTP/1.1\r\n');
        for (let second = 0; second < 15; second += 1) {
          await pause(1000);
          for (const socket of slow) if (!socket.destroyed) socket.write(`x-${second}: y\r\n`);
        }
      });
      const closed = sockets.slice(IDLE).filter(({ destroyed }) => destroyed).length;
      for (const socket of sockets) socket.destroy();
      experiment.checkSound(checks);
      checks.that(`${SLOW} slow connections closed`, closed === SLOW, closed);
      return experiment;
    },
  );
});
