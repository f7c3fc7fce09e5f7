const stops = [];
let ending;

/** Registers a function that stops or removes something when the benchmark ends. */
export function atEnd(stop) {
  stops.push(stop);
}

/** Runs a benchmark. Cleans up in reverse order when the benchmark ends, fails or is interrupted. */
export async function run(benchmark) {
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void end(1));
  try {
    await benchmark();
    await end(0);
  } catch (error) {
    // Errors are expected while the servers stop after an interruption.
    if (!ending) console.error(error);
    await end(1);
  }
}

function end(status) {
  ending ??= (async () => {
    for (const stop of stops.reverse()) await stop();
    process.exit(process.exitCode ?? status);
  })();
  return ending;
}
