import { Presets, SingleBar } from 'cli-progress';

const LINE_EVERY_MS = 3000;
const SHOW_AFTER_MS = 500;

export interface Progress {
  /** @param done fraction from 0 to 1, if known */
  report(phase: string, done?: number): void;
  stop(): void;
}

/** Shows progress on standard error. A terminal shows a bar; other outputs get a line every few seconds. */
export function startProgress(): Progress {
  return process.stderr.isTTY ? barProgress() : lineProgress();
}

function barProgress(): Progress {
  const bar = new SingleBar(
    { format: '[{bar}] {percentage}% {phase}', hideCursor: true, clearOnComplete: true },
    Presets.shades_classic,
  );
  const began = performance.now();
  return {
    report(phase, done) {
      const percent = Math.floor((done ?? 1) * 100);
      // Delay the bar, so that a short operation shows no progress.
      if (bar.isActive) bar.update(percent, { phase });
      else if (percent > 0 && performance.now() - began > SHOW_AFTER_MS) {
        bar.start(100, percent, { phase });
      }
    },
    stop: () => bar.stop(),
  };
}

function lineProgress(): Progress {
  let current = '';
  let written = '';
  const timer = setInterval(() => {
    if (current === written) return;
    process.stderr.write(`${current}\n`);
    written = current;
  }, LINE_EVERY_MS);
  return {
    report(phase, done) {
      const percent = Math.floor((done ?? 0) * 100);
      current = percent > 0 ? `${phase}, ${percent}%` : phase;
    },
    stop: () => clearInterval(timer),
  };
}
