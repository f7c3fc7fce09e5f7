import { describe, expect, it } from '@jest/globals';
import { Instances } from './instances.js';

/** Some instances that have been heard, and heartbeats that only some answer. */
function heard(...names: string[]) {
  const instances = new Instances<string>();
  for (const name of names) instances.heard(name);
  const beat = (times: number, ...answering: string[]): void => {
    for (let beat = 0; beat < times; beat += 1) {
      instances.beat();
      for (const name of answering) instances.heard(name);
    }
  };
  return { instances, beat };
}

/** Everything that 200 requests are sent to. */
const picked = (instances: Instances<string>): (string | undefined)[] =>
  [...new Set(Array.from({ length: 200 }, () => instances.pick()?.name))].sort();

describe('the instance that gets a request', () => {
  it('is none before one was heard', () => {
    expect(new Instances().pick()).toBeNull();
  });

  it('is any that answers heartbeats', () => {
    const { instances, beat } = heard('a', 'b', 'silent');
    expect(picked(instances)).toEqual(['a', 'b', 'silent']);
    beat(4, 'a', 'b');
    expect(picked(instances)).toContain('silent');
    beat(1, 'a', 'b');
    expect(picked(instances)).toEqual(['a', 'b']);
    instances.heard('silent');
    expect(picked(instances)).toEqual(['a', 'b', 'silent']);
  });

  it('is none when all are silent', () => {
    const { instances, beat } = heard('a', 'b');
    beat(5);
    expect(instances.pick()).toBeNull();
  });

  it('is not one that was removed, until it is heard again', () => {
    const { instances } = heard('a', 'b');
    instances.remove('b');
    expect(picked(instances)).toEqual(['a']);
    instances.heard('b');
    expect(picked(instances)).toEqual(['a', 'b']);
  });

  it('has fewer requests pending when there are two', () => {
    const { instances } = heard('a', 'b');
    for (let request = 0; request < 100; request += 1) instances.pick()?.pending.add(`${request}`);
    const [one, other] = [instances.pick(), instances.pick()];
    expect([one?.pending.size, other?.pending.size]).toEqual([50, 50]);
  });
});

describe('an instance that replies', () => {
  it('is available again after it was silent, but not after it ended', () => {
    const { instances, beat } = heard('a', 'b', 'c');
    beat(5, 'c');
    instances.remove('b');
    instances.replied('a');
    instances.replied('b');
    expect(picked(instances)).toEqual(['a', 'c']);
  });
});

describe('stranded requests', () => {
  it('are those of silent instances, while another is available', () => {
    const { instances, beat } = heard('a');
    instances.pick()?.pending.add('of a');
    beat(4);
    instances.heard('b');
    expect(instances.stranded()).toEqual([]);
    beat(1, 'b');
    expect(instances.stranded()).toEqual(['of a']);
    beat(5);
    expect(instances.stranded()).toEqual([]);
  });

  it('are not those of an instance that ended a moment ago: it may still answer them', () => {
    const { instances, beat } = heard('a', 'b');
    for (let request = 0; request < 2; request += 1) instances.pick()?.pending.add(`${request}`);
    instances.remove('a');
    expect(instances.stranded()).toEqual([]);
    beat(5, 'b');
    expect(instances.stranded()).toHaveLength(1);
  });

  it('are not those of an instance that drains, for as long as it says so', () => {
    const { instances, beat } = heard('a', 'b');
    for (let request = 0; request < 2; request += 1) instances.pick()?.pending.add(`${request}`);
    for (let beats = 0; beats < 10; beats += 1) {
      beat(1, 'b');
      instances.drains('a');
      expect(instances.pick()?.name).toBe('b');
    }
    expect(instances.stranded()).toEqual([]);
  });

  it('are all of them when no instance is connected', () => {
    const { instances } = heard('a', 'b');
    for (let request = 0; request < 2; request += 1) instances.pick()?.pending.add(`${request}`);
    expect(instances.removeAll().sort()).toEqual(['0', '1']);
    expect(instances.pick()).toBeNull();
  });
});
