// Sends requests and counts responses in a separate process, so that load and measurement do not delay each other.
import { EventEmitter, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { percentile } from '../statistics.mjs';
import { Connection } from './connection.mjs';
import { requestMaker } from './requests.mjs';

const MAX_CONNECTIONS = 1000;
const OPENED_AT_ONCE = 20;

const now = () => performance.timeOrigin + performance.now();
const answers = new EventEmitter();
let tally;
let stop;
let isRunning = false;
let unanswered = 0;

const commands = {
  /**
   * Begins to send requests: `connections` that send one request at a time, or `perSecond` as a Poisson process.
   * @param traffic kinds of requests, each with its `share`, a `pathsFile` with one path per line, and for a Zipf
   * distribution of the paths its `exponent`
   * @param keysFile file with one key per line
   */
  async begin({ addresses, traffic, keysFile, connections, perSecond }) {
    const urls = addresses.map((address) => new URL(address));
    const makeRequest = requestMaker(traffic, keysFile);
    tally = newTally();
    isRunning = true;
    stop = connections
      ? closedLoop(urls, connections, makeRequest)
      : await openLoop(urls, perSecond, makeRequest);
    return {};
  },
  /** Returns the results since the previous call. */
  take() {
    const { began, latencies, bytes, failed, statuses } = tally;
    tally = newTally();
    return {
      seconds: (now() - began) / 1000,
      requests: latencies.length,
      bytes,
      failed,
      statuses,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
    };
  },
  /** Stops sending, and waits for the responses to what was sent, so that the next job finds idle servers. */
  async end() {
    isRunning = false;
    if (unanswered > 0) await once(answers, 'last');
    stop();
    return {};
  },
};

process.on('disconnect', () => process.exit());
process.on('message', async ({ command, options }) => {
  process.send(await commands[command](options));
});
process.send({});

function newTally() {
  return { began: now(), latencies: [], bytes: 0, failed: 0, statuses: {} };
}

function count({ status, bytes }, since) {
  tally.latencies.push(now() - since);
  tally.bytes += bytes;
  tally.statuses[status] = (tally.statuses[status] ?? 0) + 1;
  if (status !== 200) tally.failed += 1;
}

/** Sends a request, and counts its response from a time. `onResponse` is not called after the end of the job. */
function send(connection, request, since, onResponse) {
  unanswered += 1;
  connection.send(request, (response) => {
    unanswered -= 1;
    if (isRunning) {
      count(response, since);
      onResponse();
    } else if (unanswered === 0) answers.emit('last');
  });
}

/**
 * Sends requests on a fixed number of connections, each of which waits for a response before it sends the next request.
 */
function closedLoop(addresses, connections, makeRequest) {
  const open = [];
  const run = (index) => {
    open[index] = new Connection(addresses[index % addresses.length]);
    const next = () =>
      send(open[index], makeRequest(), now(), () => {
        if (open[index].isUsable) next();
        else run(index);
      });
    next();
  };
  for (let index = 0; index < connections; index += 1) run(index);
  return () => {
    for (const connection of open) connection.close();
  };
}

/**
 * Sends requests as a Poisson process, without waiting for responses. Latency is measured from the due time of a
 * request, so every request that a stalled server delays counts as slow.
 */
async function openLoop(addresses, perSecond, makeRequest) {
  const idle = await openConnections(addresses, makeRequest);
  const open = new Set(idle);
  const waiting = [];

  const run = (connection, due) =>
    send(connection, makeRequest(), due, () => {
      if (!connection.isUsable) open.delete(connection);
      else if (waiting.length > 0) run(connection, waiting.shift());
      else idle.push(connection);
    });

  tally = newTally();
  const clock = new Worker(new URL('./clock.mjs', import.meta.url), { workerData: perSecond });
  clock.on('message', (due) => {
    if (!isRunning) return;
    const connection = idle.pop();
    if (connection?.isUsable) run(connection, due);
    else if (open.size === MAX_CONNECTIONS) waiting.push(due);
    else {
      const another = new Connection(addresses[open.size % addresses.length]);
      open.add(another);
      run(another, due);
    }
  });
  return () => {
    void clock.terminate();
    for (const connection of open) connection.close();
  };
}

/**
 * Opens connections with a request on each, before any is due: Node accepts one connection per turn of its event loop,
 * so a busy server would let the first requests on new connections wait for seconds.
 */
async function openConnections(addresses, makeRequest) {
  const connections = [];
  while (connections.length < MAX_CONNECTIONS) {
    const some = Array.from(
      { length: OPENED_AT_ONCE },
      (_, index) => new Connection(addresses[index % addresses.length]),
    );
    await Promise.all(
      some.map((each) => new Promise((resolve) => each.send(makeRequest(), resolve))),
    );
    connections.push(...some);
  }
  return connections;
}
