import { describe, expect, it } from '@jest/globals';
import { Replicas } from './replicas.js';

function at(): { replicas: Replicas; clock: { now: number } } {
  const clock = { now: 0 };
  return { replicas: new Replicas('certs.v1.lookup', () => clock.now), clock };
}

describe('where a call goes', () => {
  it('to the queue group, while every call is answered', () => {
    const { replicas } = at();
    replicas.heard('a');
    expect(replicas.subject(false)).toBe('certs.v1.lookup');
  });

  it('a retry goes to the replica heard last', () => {
    const { replicas, clock } = at();
    replicas.heard('a');
    clock.now = 5;
    replicas.heard('b');
    replicas.missed('certs.v1.lookup');
    expect(replicas.subject(true)).toBe('certs.v1.lookup.b');
  });

  it('after a miss, to a replica that was heard lately and never to a silent one', () => {
    const { replicas, clock } = at();
    replicas.heard('silent');
    clock.now = 3000;
    replicas.heard('a');
    replicas.heard('b');
    replicas.missed('certs.v1.lookup');
    const subjects = new Set(Array.from({ length: 200 }, () => replicas.subject(false)));
    expect([...subjects].sort()).toEqual(['certs.v1.lookup.a', 'certs.v1.lookup.b']);
  });

  it('never again to one that did not answer a call of its own', () => {
    const { replicas } = at();
    replicas.heard('a');
    replicas.heard('b');
    replicas.missed('certs.v1.lookup.b');
    expect(replicas.subject(true)).toBe('certs.v1.lookup.a');
    replicas.missed('certs.v1.lookup.a');
    expect(replicas.subject(true)).toBe('certs.v1.lookup');
  });

  it('to the queue group again after a while, and when nobody was heard', () => {
    const { replicas, clock } = at();
    replicas.missed('certs.v1.lookup');
    expect(replicas.subject(true)).toBe('certs.v1.lookup');
    replicas.heard('a');
    clock.now = 10_001;
    expect(replicas.subject(false)).toBe('certs.v1.lookup');
  });
});
