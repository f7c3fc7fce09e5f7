import { setTimeout as pause } from 'node:timers/promises';
import type { ServingApp } from '@gcd/local';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { BALANCED_MS, balance, untilProbeFails } from './kubelet.ts';
import { now } from './load.ts';
import { Stage } from './stage.ts';
import { listed, record } from './table.ts';

const SERVICES: readonly ServingApp[] = ['certs', 'cards', 'search', 'changes', 'catalogs'];
const ROLLING_CALLS = 51_000;

let stage: Stage;
beforeAll(async () => {
  stage = await Stage.start();
});
afterAll(() => stage.stop());

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

describe('processes', () => {
  it('one of two replicas of every service is killed', async () => {
    const trial = await stage.under(async () => {
      for (const app of SERVICES) {
        const [replica] = stage.of(app);
        await replica.kill();
        await pause(1500);
        await replica.start();
      }
    });
    record({
      number: '1',
      fault: 'one of two replicas is killed (`kill -9`), of each service in turn',
      expected: '0 errors',
      seen: listed(trial.errors()),
      trial,
    });
    expect([trial.errors(), trial.unsound]).toEqual([{}, []]);
  });

  it('one of two replicas of a service runs out of memory', async () => {
    const trial = await stage.under(async () => {
      const [, replica] = stage.of('cards');
      await replica.starve();
      await replica.start();
    });
    record({
      number: '31',
      fault: 'one of two replicas of cards gets no more memory, and dies of it',
      expected: '0 errors',
      seen: listed(trial.errors()),
      trial,
    });
    expect([trial.errors(), trial.unsound]).toEqual([{}, []]);
  });

  it('both replicas of a service are killed', async () => {
    let back = 0;
    const trial = await stage.under(async () => {
      const both = stage.of('certs');
      await Promise.all(both.map((replica) => replica.kill()));
      await pause(2000);
      await Promise.all(both.map((replica) => replica.start()));
      back = now();
    });
    const others = trial.calls.filter((call) => !trial.on('/v1/certs', [call]).length);
    const failed = trial.on('/v1/certs').filter(({ status, due }) => {
      return status !== 200 && due > trial.from + 100;
    });
    const failing = failed.map(({ received, due }) => received - due).sort((a, b) => a - b);
    const p99 = failing[Math.floor(failing.length * 0.99)] ?? Number.NaN;
    const good = trial.firstGood(back, trial.on('/v1/certs'));
    record({
      number: '2',
      fault: 'both replicas of certs are killed, and started again after 2 s',
      expected: '503 for its operations alone, within 50 ms; good at most 1 s after the start',
      seen: `${listed(trial.errors())}, p99 of these ${p99.toFixed(0)} ms; other operations: ${listed(trial.errors(others))}; good after ${good} ms`,
      trial,
    });
    expect(trial.unsound).toEqual([]);
    expect(trial.errors(others)).toEqual({});
    expect(Object.keys(trial.errors())).toEqual(['503 internal_error']);
    expect(good).toBeLessThanOrEqual(1000);
    expect(p99).toBeLessThanOrEqual(50);
  });

  it('a replica of a service hangs', async () => {
    let found = 0;
    const trial = await stage.under(async () => {
      const [replica] = stage.of('cards');
      const began = now();
      const found_ = untilProbeFails(replica, 'livenessProbe');
      replica.signal('SIGSTOP');
      found = (await found_) - began;
      await replica.kill();
      await replica.start();
    });
    record({
      number: '3',
      fault:
        'one of two replicas of cards hangs (`SIGSTOP`), until the probe of the manifests has it restarted',
      expected: '0 errors; found within 15 s',
      seen: `${listed(trial.errors())}; found after ${seconds(found)}`,
      trial,
    });
    expect([trial.errors(), trial.unsound]).toEqual([{}, []]);
    expect(found).toBeLessThanOrEqual(15_000);
  });

  it('a replica stands still for 20 s and goes on', async () => {
    const trial = await stage.under(async () => {
      const [, replica] = stage.of('search');
      replica.signal('SIGSTOP');
      await pause(20_000);
      replica.signal('SIGCONT');
    });
    record({
      number: '20',
      fault: 'one of two replicas of search stands still for 20 s, and goes on',
      expected: '0 errors; what waited there meanwhile is not worked on',
      seen: listed(trial.errors()),
      trial,
    });
    expect([trial.errors(), trial.unsound, stage.ends]).toEqual([{}, [], 0]);
  });

  it('one of two gateways is killed', async () => {
    let killedAt = 0;
    const [gateway] = stage.of('gateway');
    const trial = await stage.under(async () => {
      killedAt = now();
      await gateway.kill();
      await pause(2000);
      await gateway.start();
    });
    const failed = trial.calls.filter(({ status }) => status !== 200);
    const inFlight = trial.calls.filter(
      (call) =>
        call.gateway === gateway.address && call.sent <= killedAt + 50 && call.received >= killedAt,
    );
    const beyond = failed.filter((call) => !inFlight.includes(call));
    record({
      number: '4',
      fault: 'one of two gateways is killed (`kill -9`), and started again after 2 s',
      expected: 'the calls on its connections are lost, no other',
      seen: `${listed(trial.errors())}; beyond the ${inFlight.length} calls that it had: ${beyond.length}`,
      trial,
    });
    expect([beyond, trial.unsound]).toEqual([[], []]);
  });

  it('every process is restarted, one after the other', async () => {
    let restarts = 0;
    const trial = await stage.under(async (load) => {
      const endBalance = balance(stage.of('gateway'), load);
      while (load.calls.length < ROLLING_CALLS) {
        for (const replica of stage.replicas) {
          await replica.stop();
          await replica.start();
          if (replica.app === 'gateway') await pause(BALANCED_MS);
          restarts += 1;
        }
      }
      await endBalance();
    });
    record({
      number: '5',
      fault: `every process is told to stop (\`SIGTERM\`) and started again, one after the other, over and over: ${restarts} restarts`,
      expected: '0 errors in 50,000 calls',
      seen: listed(trial.errors()),
      trial,
    });
    expect([trial.errors(), trial.unsound]).toEqual([{}, []]);
    expect(trial.all.length).toBeGreaterThanOrEqual(50_000);
  });
});
