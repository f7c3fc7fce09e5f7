type Stop = () => Promise<void> | void;

/** Functions that stop what the command has started, in start order. */
const stops: Stop[] = [];
let stopping = false;

export const log = (line: string): void => console.error(line);

/** Registers a function to call when the command ends. The function registered last is called first. */
export function onExit(stop: Stop): void {
  stops.push(stop);
}

/** Stops everything that the command has started, and exits. */
export async function exit(status: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  for (const stop of stops.reverse()) await stop();
  process.exit(status);
}

/** Ends the command on Ctrl-C and similar signals. @param onFirst called before the command starts to stop */
export function exitOnSignals(onFirst: () => void = () => undefined): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!stopping) onFirst();
      void exit(0);
    });
  }
}

/** Runs a command. If it fails, prints the error and exits. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    log(process.env.DEBUG ? String((error as Error).stack) : (error as Error).message);
    await exit(1);
  }
}
