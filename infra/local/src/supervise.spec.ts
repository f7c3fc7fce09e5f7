import { describe, expect, it } from '@jest/globals';
import { supervise } from './supervise.js';

const ended = { exited: Promise.resolve(), stop: async () => undefined };

/** Supervises a process that has ended. @returns what is printed until it is given up */
async function linesUntilGivenUp(start: () => Promise<typeof ended>): Promise<string[]> {
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  await new Promise<void>((giveUp) => {
    supervise(ended, { title: 'Redis', log: '/logs/redis', start, say, giveUp });
  });
  return lines;
}

describe('supervise', () => {
  it.concurrent.each([
    ['ends at once', async () => ended, 'Redis ended unexpectedly. Restarting it in 4 s.'],
    [
      'does not start',
      async () => Promise.reject(new Error('no memory')),
      'Redis did not start again: no memory',
    ],
  ])('gives up a process that %s, after 5 times', async (_how, start, line) => {
    const lines = await linesUntilGivenUp(start);
    expect(lines).toContain(line);
    expect(lines.at(-1)).toBe(
      'Redis ended 5 times within a minute. Giving up. Its log: /logs/redis',
    );
  });

  it('starts nothing once it is stopped', async () => {
    let starts = 0;
    const start = async () => {
      starts += 1;
      return ended;
    };
    const stop = supervise(ended, {
      title: 'Redis',
      log: '',
      start,
      say: () => undefined,
      giveUp: () => undefined,
    });
    await stop();
    expect(starts).toBe(0);
  });
});
