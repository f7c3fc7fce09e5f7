// Sends a message to the main thread at random times. Uses a separate thread, because timers of the event loop are
// accurate only to a millisecond.
import { parentPort, workerData } from 'node:worker_threads';

const cell = new Int32Array(new SharedArrayBuffer(4));
const now = () => performance.timeOrigin + performance.now();

let due = now();
for (;;) {
  due -= (Math.log(1 - Math.random()) * 1000) / workerData;
  const wait = due - now();
  if (wait > 0) Atomics.wait(cell, 0, 0, wait);
  parentPort.postMessage(due);
}
