import { setTimeout as sleep } from 'node:timers/promises';

const MAX_ENDS = 5;
const PERIOD_MS = 60_000;
const FIRST_DELAY_MS = 500;

/** A process that runs. */
export interface RunningProcess {
  /** Settles when it has ended, for whatever reason. */
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
}

/** What to do about a process that ends by itself. */
export interface Supervision {
  readonly title: string;
  /** The file with its log. */
  readonly log: string;
  /** Starts it again as it was. */
  readonly start: () => Promise<RunningProcess>;
  readonly say: (line: string) => void;
  /** It ended too often. */
  readonly giveUp: () => void;
}

/**
 * Starts a process again whenever it ends by itself: after half a second, and twice as long each time. Gives up when it ended 5 times
 * within a minute; a start that fails counts too.
 * @param first the process, running
 * @returns a function that stops it for good
 */
export function supervise(
  first: RunningProcess,
  { title, log, start, say, giveUp }: Supervision,
): () => Promise<void> {
  const stopped = new AbortController();
  const whenStopped = new Promise<void>((resolve) => {
    stopped.signal.addEventListener('abort', () => resolve());
  });
  let ends: number[] = [];

  async function keepRunning(): Promise<void> {
    let process: RunningProcess | undefined = first;
    for (;;) {
      await Promise.race([process?.exited, whenStopped]);
      if (stopped.signal.aborted) return process?.stop();
      const now = Date.now();
      ends = [...ends.filter((time) => time > now - PERIOD_MS), now];
      if (ends.length >= MAX_ENDS) {
        say(`${title} ended ${MAX_ENDS} times within a minute. Giving up. Its log: ${log}`);
        return giveUp();
      }
      const delay = FIRST_DELAY_MS * 2 ** (ends.length - 1);
      if (process) say(`${title} ended unexpectedly. Restarting it in ${delay / 1000} s.`);
      await sleep(delay, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      process = await start().catch((error: Error) => {
        say(`${title} did not start again: ${error.message}`);
        return undefined;
      });
    }
  }

  const ended = keepRunning();
  return async () => {
    stopped.abort();
    await ended;
  };
}
