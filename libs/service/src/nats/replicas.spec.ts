import { describe, expect, it } from '@jest/globals';
import { Replicas } from './replicas.js';

function at(): { replicas: Replicas; clock: { now: number } } {
  const clock = { now: 0 };
  return { replicas: new Replicas(() => clock.now), clock };
}

describe('where a call goes', () => {
  it('to the queue group, before anybody was heard and while all are', () => {
    const { replicas, clock } = at();
    expect(replicas.forCall()).toBeNull();
    replicas.heard('a');
    clock.now = 1000;
    replicas.heard('b');
    expect(replicas.forCall()).toBeNull();
  });

  it('to one that is well, while another is silent', () => {
    const { replicas, clock } = at();
    replicas.heard('silent');
    clock.now = 1500;
    replicas.heard('a');
    replicas.heard('b');
    const chosen = new Set(Array.from({ length: 200 }, () => replicas.forCall()));
    expect([...chosen].sort()).toEqual(['a', 'b']);
  });

  it('to the queue group when all are silent, and again when the silent one is heard or gone', () => {
    const { replicas, clock } = at();
    replicas.heard('a');
    replicas.heard('b');
    clock.now = 2000;
    expect(replicas.forCall()).toBeNull();
    replicas.heard('a');
    expect(replicas.forCall()).toBe('a');
    replicas.gone('b');
    expect(replicas.forCall()).toBeNull();
    replicas.heard('b');
    expect(replicas.forCall()).toBeNull();
  });

  it('one that is silent for a minute is forgotten', () => {
    const { replicas, clock } = at();
    replicas.heard('silent');
    clock.now = 60_001;
    replicas.heard('a');
    expect(replicas.forCall()).toBeNull();
  });
});

describe('where the retry of a call goes', () => {
  it('only to one that was heard after the call was sent', () => {
    const { replicas, clock } = at();
    replicas.heard('hung');
    replicas.heard('a');
    clock.now = 500;
    replicas.heard('a');
    const chosen = new Set(Array.from({ length: 200 }, () => replicas.forRetry(100)));
    expect([...chosen]).toEqual(['a']);
  });

  it('to the queue group when none was', () => {
    const { replicas } = at();
    replicas.heard('a');
    expect(replicas.forRetry(100)).toBeNull();
  });
});
