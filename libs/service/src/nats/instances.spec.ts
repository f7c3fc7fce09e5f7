import { describe, expect, it } from '@jest/globals';
import type { PendingRequest } from './inbox.js';
import { Instances } from './instances.js';

/**
 * Creates a set of instances that have replied to a heartbeat, and a function that sends a heartbeat to which only the
 * given instances reply.
 */
function discovered(...names: string[]) {
  const instances = new Instances();
  for (const name of names) instances.responded(name);
  const beat = (times: number, ...responding: string[]): void => {
    for (let beat = 0; beat < times; beat += 1) {
      instances.beat();
      for (const name of responding) instances.responded(name);
    }
  };
  return { instances, beat };
}

const pendingRequest = (): PendingRequest => ({ canRetry: true, reject: () => undefined });

/** Returns the distinct instances chosen for 200 requests. */
const picked = (instances: Instances): (string | undefined)[] =>
  [...new Set(Array.from({ length: 200 }, () => instances.pick()?.name))].sort();

describe('choosing an instance', () => {
  it('returns null before the first heartbeat', () => {
    expect(new Instances().pick()).toBeUndefined();
  });

  it('returns an instance that replies to heartbeats', () => {
    const { instances, beat } = discovered('a', 'b', 'silent');
    expect(picked(instances)).toEqual(['a', 'b', 'silent']);
    beat(4, 'a', 'b');
    expect(picked(instances)).toContain('silent');
    beat(1, 'a', 'b');
    expect(picked(instances)).toEqual(['a', 'b']);
    instances.responded('silent');
    expect(picked(instances)).toEqual(['a', 'b', 'silent']);
  });

  it('returns null if no instance replies to heartbeats', () => {
    const { instances, beat } = discovered('a', 'b');
    beat(5);
    expect(instances.pick()).toBeUndefined();
  });

  it('skips a removed instance until its next heartbeat', () => {
    const { instances } = discovered('a', 'b');
    instances.remove('b');
    expect(picked(instances)).toEqual(['a']);
    instances.responded('b');
    expect(picked(instances)).toEqual(['a', 'b']);
  });

  it('prefers the instance with fewer pending requests', () => {
    const { instances } = discovered('a', 'b');
    for (let request = 0; request < 100; request += 1)
      instances.pick()?.pending.add(pendingRequest());
    const [one, other] = [instances.pick(), instances.pick()];
    expect([one?.pending.size, other?.pending.size]).toEqual([50, 50]);
  });
});

describe('an instance that replies to a request after missed heartbeats', () => {
  it('becomes available again, unless it has shut down', () => {
    const { instances, beat } = discovered('a', 'b', 'c');
    beat(5, 'c');
    instances.remove('b');
    instances.replied('a');
    instances.replied('b');
    expect(picked(instances)).toEqual(['a', 'c']);
  });
});

describe('requests that are retried on another instance', () => {
  it('include requests to an unavailable instance while another instance is available', () => {
    const { instances, beat } = discovered('a');
    const request = pendingRequest();
    instances.pick()?.pending.add(request);
    beat(4);
    instances.responded('b');
    expect(instances.stranded()).toEqual([]);
    beat(1, 'b');
    expect(instances.stranded()).toEqual([request]);
    beat(5);
    expect(instances.stranded()).toEqual([]);
  });

  it('do not include requests to an instance that has just shut down, because it may still reply', () => {
    const { instances, beat } = discovered('a', 'b');
    for (let request = 0; request < 2; request += 1)
      instances.pick()?.pending.add(pendingRequest());
    instances.remove('a');
    expect(instances.stranded()).toEqual([]);
    beat(5, 'b');
    expect(instances.stranded()).toHaveLength(1);
  });

  it('do not include requests to a draining instance that still replies to heartbeats', () => {
    const { instances, beat } = discovered('a', 'b');
    for (let request = 0; request < 2; request += 1)
      instances.pick()?.pending.add(pendingRequest());
    for (let beats = 0; beats < 10; beats += 1) {
      beat(1, 'b');
      instances.drains('a');
      expect(instances.pick()?.name).toBe('b');
    }
    expect(instances.stranded()).toEqual([]);
  });

  it('include all pending requests if all instances are removed', () => {
    const { instances } = discovered('a', 'b');
    const requests = [pendingRequest(), pendingRequest()];
    for (const request of requests) instances.pick()?.pending.add(request);
    expect(new Set(instances.removeAll())).toEqual(new Set(requests));
    expect(instances.pick()).toBeUndefined();
  });
});
