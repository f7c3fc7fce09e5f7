import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errorsOf, Load, type Outcome, percentile } from './load.ts';
import { Stage } from './stage.ts';
import { listed, record } from './table.ts';

const LIMIT = 150;
const DAY_MS = 86_400_000;
const CLOCKS_MS = [DAY_MS, -600_000];
const IDLE = 5000;
const SLOW = 1000;
/** More than a gateway answers at once. */
const SOCKETS = 3000;

/** Node with a clock that is wrong. */
const wrongClock = (byMs: number): string =>
  `--import data:text/javascript,${encodeURIComponent(
    `const D=Date;globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+${byMs})}static now(){return D.now()+${byMs}}}`,
  )}`;

describe('the clock of one gateway is a day ahead, that of the other ten minutes behind', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.start({
      gateway: (index) => ({ NODE_OPTIONS: wrongClock(CLOCKS_MS[index] ?? 0) }),
    });
  });
  afterAll(() => stage.stop());

  it('quotas and their ends are right', async () => {
    const trial = await stage.under(() => pause(5000), { limit: LIMIT });
    const resets = new Set(trial.all.flatMap(({ reset }) => reset ?? []));
    const midnight = Math.ceil(Date.now() / DAY_MS) * (DAY_MS / 1000);
    record({
      number: '25',
      fault: 'the clock of one gateway is a day ahead, that of the other ten minutes behind',
      expected: '0 errors, 0 over-admitted, one `Reset` and the right one',
      seen: `${listed(trial.errors())}; ${trial.overAdmitted} over-admitted; Reset ${[...resets].join()}, midnight ${midnight}`,
      trial,
    });
    expect([trial.errors(), trial.unsound, trial.overAdmitted]).toEqual([{}, [], 0]);
    expect([...resets]).toEqual([String(midnight)]);
  });
});

describe('clients', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.start();
  });
  afterAll(() => stage.stop());

  it(`${IDLE} that say nothing and ${SLOW} that say it slowly`, async () => {
    const port = Number(new URL(stage.gateways[0] ?? '').port);
    const sockets: Socket[] = [];
    const trial = await stage.under(async () => {
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
    const cut = sockets.slice(IDLE).filter(({ destroyed }) => destroyed).length;
    for (const socket of sockets) socket.destroy();
    record({
      number: '29',
      fault: `${IDLE} connections that say nothing and ${SLOW} that send a header a second, to one gateway, for 15 s`,
      expected: 'good clients are served; the slow ones are cut off after 10 s',
      seen: `${listed(trial.errors())}; ${cut} cut off`,
      trial,
    });
    expect([trial.errors(), trial.unsound]).toEqual([{}, []]);
    expect(cut).toBe(SLOW);
  });

  it('three times as many calls as can be answered', async () => {
    const entries = await stage.entries();
    const during = async (rate: number, ms: number): Promise<readonly Outcome[]> => {
      const load = await Load.begin(stage.gateways, entries, rate, SOCKETS);
      await pause(ms);
      return load.end();
    };
    const goodOf = (calls: readonly Outcome[], ms: number): number =>
      Math.round((calls.filter(({ status }) => status === 200).length / ms) * 1000);
    let peak = 0;
    for (let rate = 400; ; rate *= 1.25) {
      const good = goodOf(await during(rate, 4000), 4000);
      if (good < rate * 0.95) break;
      peak = good;
    }
    const calls = await during(peak * 3, 10_000);
    const good = calls.filter(({ status }) => status === 200);
    const span =
      Math.max(...calls.map(({ received }) => received)) - Math.min(...calls.map(({ due }) => due));
    record({
      number: '30',
      fault: `three times as many calls as were answered at most, for 10 s (${peak * 3} a second)`,
      expected:
        '503 at once for what is too much; good answers go on (goal: 90 % of the most), afterwards all is well',
      seen: `at best ${peak} a second; now ${goodOf(calls, span)}, p99 of good ones ${percentile(good, 0.99)} ms; ${listed(errorsOf(calls))}`,
    });
    // The caller shares the processors here, so what is left for good answers is seen and not held against a limit.
    expect(stage.ends).toBe(0);
    expect(errorsOf(await during(300, 4000))).toEqual({});
  });
});
