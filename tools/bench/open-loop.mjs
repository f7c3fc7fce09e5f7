import { Agent, get } from 'node:http';
import { percentile } from './percentile.mjs';

/**
 * Sends requests at a fixed rate, without waiting for responses.
 * @param send called with the number of the request and its due time, as a `performance.now()` timestamp
 * @returns a function that stops sending and returns the number of requests sent
 */
export function atRate(rate, send) {
  const began = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * rate) + 1;
    for (; sent < due; sent += 1) send(sent, began + (sent / rate) * 1000);
  }, 1);
  return () => {
    clearInterval(timer);
    return sent;
  };
}

/**
 * Sends requests at a fixed rate. Latency is measured from the due time of a request, so a request that is sent late
 * counts as slow.
 */
export function openLoop({ address, key, rate, targetOf }) {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  let responses = [];
  const end = atRate(rate, (index, dueAt) => send(targetOf(index), dueAt));

  function send(target, dueAt) {
    const done = (status) => responses.push({ ms: performance.now() - dueAt, status });
    const request = get(address + target, { agent, headers: { 'x-api-key': key } }, (response) => {
      response
        .resume()
        .on('end', () => done(response.statusCode))
        .on('error', () => done(0));
    });
    request.setTimeout(10_000, () => request.destroy()).on('error', () => done(0));
  }

  return {
    /** Returns the results since the previous call. */
    take() {
      const taken = responses;
      responses = [];
      const times = taken.map(({ ms }) => ms);
      return {
        requests: taken.length,
        failed: taken.filter(({ status }) => status !== 200).length,
        statuses: [...new Set(taken.map(({ status }) => status))],
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        max: percentile(times, 1),
      };
    },
    stop() {
      end();
      agent.destroy();
    },
  };
}
