// @ts-check

// A separate process that sends requests at given rates, and reports to its parent once every request has an outcome.
import { Stream } from './stream.mjs';

const TICK_MS = 1;
const CLOSE_AFTER_MS = 200;

process.on('disconnect', () => process.exit());
process.on('uncaughtException', (error) => send({ kind: 'failed', error: error.stack }));
process.once('message', ({ addresses, streams }) => {
  const urls = addresses.map((/** @type {string} */ address) => new URL(address));
  run(
    streams.map((/** @type {import('./stream.mjs').StreamOptions} */ one) => new Stream(urls, one)),
  );
});
send({ kind: 'ready' });

/** @param {Stream[]} streams */
function run(streams) {
  const start = performance.now();
  for (const stream of streams) stream.start(start);
  send({ kind: 'started', at: performance.timeOrigin + start });
  const timer = setInterval(() => {
    for (const stream of streams) stream.tick();
    if (streams.some(({ isDone }) => !isDone)) return;
    clearInterval(timer);
    const reports = streams.map((stream) => stream.report());
    for (const stream of streams) stream.close();
    setTimeout(() => send({ kind: 'done', reports }), CLOSE_AFTER_MS);
  }, TICK_MS);
}

/** @param {object} message */
function send(message) {
  process.send?.(message);
}
