import { setTimeout as sleep } from 'node:timers/promises';

const MAX_ENDS = 5;
const PERIOD_MS = 60_000;
const FIRST_DELAY_MS = 500;

export interface RunningProcess {
  readonly exited: Promise<unknown>;
  stop(): Promise<void>;
}

export interface Supervision {
  readonly title: string;
  readonly logFile: string;
  readonly start: () => Promise<RunningProcess>;
  readonly log: (line: string) => void;
  /** Called if the process exits too often. */
  readonly giveUp: () => void;
}

/**
 * Restarts a process whenever it exits on its own. The first delay is half a second, and each further delay is twice as
 * long. After 5 exits or failed starts within a minute, the process is not restarted again.
 * @param first the running process
 * @returns a function that stops the process permanently
 */
export function supervise(
  first: RunningProcess,
  { title, logFile, start, log, giveUp }: Supervision,
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
        log(
          `${title} exited ${MAX_ENDS} times within a minute and is not restarted. See ${logFile}`,
        );
        return giveUp();
      }
      const delay = FIRST_DELAY_MS * 2 ** (ends.length - 1);
      if (process) log(`${title} exited unexpectedly. Restarting it in ${delay / 1000} s.`);
      await sleep(delay, undefined, { signal: stopped.signal }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      process = await start().catch((error: Error) => {
        log(`${title} did not restart: ${error.message}`);
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
