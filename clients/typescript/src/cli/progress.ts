import { Presets, SingleBar } from 'cli-progress';

/** Shows a progress bar if standard error is a terminal. */
export interface Progress {
  report(done: number, total: number): void;
  stop(): void;
}

/**
 * Starts a progress bar on standard error.
 * @param what the unit of the progress, such as bytes
 */
export function startProgress(what: string, isQuiet: boolean): Progress {
  if (isQuiet || !process.stderr.isTTY) return { report: () => undefined, stop: () => undefined };
  const bar = new SingleBar(
    {
      format: `[{bar}] {percentage}% {value} of {total} ${what}, {eta_formatted}`,
      hideCursor: true,
    },
    Presets.shades_classic,
  );
  bar.start(1, 0);
  return {
    report(done, total) {
      bar.setTotal(total);
      bar.update(done);
    },
    stop: () => bar.stop(),
  };
}
