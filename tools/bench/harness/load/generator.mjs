// Sends requests and counts responses in a separate process, so that load and measurement do not delay each other.
import { Worker } from 'node:worker_threads';
import { percentile } from '../statistics.mjs';
import { Connection } from './connection.mjs';
import { requestMaker } from './requests.mjs';

const MAX_CONNECTIONS = 1000;

const now = () => performance.timeOrigin + performance.now();
let tally;
let stop;

const commands = {
  /**
   * Begins to send requests: `connections` that send one request at a time, or `perSecond` as a Poisson process.
   * @param traffic kinds of requests, each with its `share`, a `pathsFile` with one path per line, and for a Zipf
   * distribution of the paths its `exponent`
   * @param keysFile file with one key per line
   */
  begin({ addresses, traffic, keysFile, connections, perSecond }) {
    const urls = addresses.map((address) => new URL(address));
    const makeRequest = requestMaker(traffic, keysFile);
    tally = newTally();
    stop = connections
      ? closedLoop(urls, connections, makeRequest)
      : openLoop(urls, perSecond, makeRequest);
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
  end() {
    stop();
    return {};
  },
};

process.on('disconnect', () => process.exit());
process.on('message', ({ command, options }) => process.send(commands[command](options)));
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

/**
 * Sends requests on a fixed number of connections, each of which waits for a response before it sends the next request.
 */
function closedLoop(addresses, connections, makeRequest) {
  let isRunning = true;
  const open = [];
  const run = (index) => {
    open[index] = new Connection(addresses[index % addresses.length]);
    const next = () => {
      const sentAt = now();
      open[index].send(makeRequest(), (response) => {
        if (!isRunning) return;
        count(response, sentAt);
        if (open[index].isUsable) next();
        else run(index);
      });
    };
    next();
  };
  for (let index = 0; index < connections; index += 1) run(index);
  return () => {
    isRunning = false;
    for (const connection of open) connection.close();
  };
}

/**
 * Sends requests as a Poisson process, without waiting for responses. Latency is measured from the due time of a
 * request, so every request that a stalled server delays counts as slow.
 */
function openLoop(addresses, perSecond, makeRequest) {
  const open = new Set();
  const idle = [];
  const waiting = [];

  const send = (connection, due) =>
    connection.send(makeRequest(), (response) => {
      count(response, due);
      if (!connection.isUsable) open.delete(connection);
      else if (waiting.length > 0) send(connection, waiting.shift());
      else idle.push(connection);
    });

  const clock = new Worker(new URL('./clock.mjs', import.meta.url), { workerData: perSecond });
  clock.on('message', (due) => {
    const connection = idle.pop();
    if (connection?.isUsable) send(connection, due);
    else if (open.size === MAX_CONNECTIONS) waiting.push(due);
    else {
      const another = new Connection(addresses[open.size % addresses.length]);
      open.add(another);
      send(another, due);
    }
  });
  return () => {
    void clock.terminate();
    for (const connection of open) connection.close();
  };
}
