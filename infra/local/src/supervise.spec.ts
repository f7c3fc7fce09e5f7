import { describe, expect, it } from '@jest/globals';
import { supervise } from './supervise.js';

const ended = { exited: Promise.resolve(), stop: async () => undefined };

/**
 * Supervises a process that has already exited. @returns the output until the supervisor stops restarting the process
 */
async function linesUntilGivenUp(start: () => Promise<typeof ended>): Promise<string[]> {
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  await new Promise<void>((giveUp) => {
    supervise(ended, { title: 'Redis', logFile: '/logs/redis', start, log, giveUp });
  });
  return lines;
}

describe('supervise', () => {
  it.concurrent.each([
    ['exits at once', async () => ended, 'Redis exited unexpectedly. Restarting it in 4 s.'],
    [
      'does not start',
      async () => Promise.reject(new Error('no memory')),
      'Redis did not restart: no memory',
    ],
  ])('gives up after 5 attempts on a process that %s', async (_how, start, line) => {
    const lines = await linesUntilGivenUp(start);
    expect(lines).toContain(line);
    expect(lines.at(-1)).toBe(
      'Redis exited 5 times within a minute and is not restarted. See /logs/redis',
    );
  });

  it('starts no processes after it has been stopped', async () => {
    let starts = 0;
    const start = async () => {
      starts += 1;
      return ended;
    };
    const stop = supervise(ended, {
      title: 'Redis',
      logFile: '',
      start,
      log: () => undefined,
      giveUp: () => undefined,
    });
    await stop();
    expect(starts).toBe(0);
  });
});
