import { beforeEach, describe, expect, it } from '@jest/globals';
import { RestingConnections } from './resting-connections.js';

describe('RestingConnections', () => {
  let now: number;
  let resting: RestingConnections;
  /** Accounts of the connections that were resumed, in order. */
  let resumed: number[];

  beforeEach(() => {
    now = 0;
    resting = new RestingConnections(() => now);
    resumed = [];
  });

  function rest(account: number, connections: number): void {
    for (let each = 0; each < connections; each += 1) {
      resting.add(account, () => resumed.push(account));
    }
  }

  /** Simulates ticks of the timer. @param ms time between two ticks */
  function takeTurns(turns: number, ms: number): void {
    for (let each = 0; each < turns; each += 1) {
      now += ms;
      resting.turn();
    }
  }

  it('resumes 3,000 connections within 0.3 s if the event loop does not lag', () => {
    rest(1, 3000);
    takeTurns(30, 10);
    expect(resumed).toHaveLength(3000);
  });

  it('resumes fewer connections at a time if the event loop lags, but all of them within 0.5 s of the last rejection', () => {
    rest(1, 3000);
    takeTurns(4, 70);
    expect(resumed.length).toBeLessThan(1500);
    takeTurns(1, 500);
    expect(resumed).toHaveLength(3000);
  });

  it('alternates between accounts when it resumes connections', () => {
    rest(1, 1000);
    rest(2, 2);
    takeTurns(3, 10);
    expect(resumed.filter((account) => account === 2)).toHaveLength(2);
  });

  it('resumes each connection only once', () => {
    rest(1, 100);
    takeTurns(100, 10);
    rest(2, 1);
    takeTurns(100, 10);
    expect(resumed).toHaveLength(101);
  });
});
