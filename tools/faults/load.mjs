// Sends requests at given rates and checks every response. Runs in a separate process, so that the test's own work does
// not delay requests.
import { Connection } from '../bench/harness/load/connection.mjs';

const TIMEOUT_MS = 10_000;
const TICK_MS = 1;

const now = () => performance.timeOrigin + performance.now();
let gateways = [];
let streams = [];
let finished;
const outcomes = [];

const commands = {
  begin(options) {
    gateways = options.addresses;
    const start = now();
    streams = options.streams.map((stream, index) => new Stream(stream, index, start));
    finished = new Promise((resolve) => {
      const timer = setInterval(() => {
        for (const stream of streams) stream.tick();
        if (streams.some(({ isDone }) => !isDone)) return;
        clearInterval(timer);
        resolve();
      }, TICK_MS);
    });
    return {};
  },
  /**
   * Sends later requests only to the given gateways, like a load balancer. If no gateway is given, the previous ones are
   * kept.
   */
  aim(addresses) {
    if (addresses.length > 0) gateways = addresses;
  },
  count: () => outcomes.length,
  /** Waits until all steps are over and all requests have an outcome. */
  async finish() {
    await finished;
    return outcomes;
  },
  /** Sends no more requests, and waits for the outcomes. */
  end() {
    for (const stream of streams) stream.end();
    return commands.finish();
  },
};

process.on('disconnect', () => process.exit());
process.on('message', async ({ command, options }) => {
  const result = await commands[command](options);
  if (result !== undefined) process.send(result);
});
process.send({});

/** Sends the requests of a stream when they are due, without waiting for responses, and records their outcomes. */
class Stream {
  #count = 0;
  #options;
  #index;
  #start;
  #schedule;
  #next;
  #pools = new Map();
  /** Requests without an outcome, in the order of their due times. */
  #open = new Set();

  constructor(options, index, start) {
    this.#options = options;
    this.#index = index;
    this.#start = start;
    this.#schedule = dueTimes(options.steps);
    this.#next = this.#schedule.next();
  }

  /** Whether every request has been sent and has an outcome. */
  get isDone() {
    return this.#next.done && this.#open.size === 0;
  }

  /** Sends no more requests. */
  end() {
    this.#next = this.#schedule.return();
  }

  /** Sends due requests, and ends those that have timed out. */
  tick() {
    while (!this.#next.done && this.#start + this.#next.value.due <= now()) {
      this.#begin(this.#next.value);
      this.#next = this.#schedule.next();
    }
    for (const request of this.#open) {
      if (request.due + TIMEOUT_MS > now()) break;
      request.connection?.close();
      this.#finish(request, { status: 0, code: 'TIMEOUT' });
    }
  }

  #begin({ due, step }) {
    const { endpoints } = this.#options;
    const id = this.#count;
    this.#count += 1;
    const endpoint = id % endpoints.length;
    // Send the requests of each endpoint to every gateway in turn.
    const turn = id + Math.floor(id / endpoints.length);
    const request = { step, endpoint, due: this.#start + due, begun: now(), turn };
    this.#open.add(request);
    this.#dispatch(request);
  }

  #dispatch(request) {
    const pool = this.#poolOf(gateways[request.turn % gateways.length]);
    const connection = pool.take();
    if (connection) this.#send(request, connection, pool);
    else pool.waiting.push(request);
  }

  #poolOf(gateway) {
    let pool = this.#pools.get(gateway);
    if (!pool) {
      const limit = Math.ceil(this.#options.connections / gateways.length);
      pool = new Pool(gateway, limit, () => this.#sendWaiting(pool));
      this.#pools.set(gateway, pool);
    }
    return pool;
  }

  #send(request, connection, pool) {
    const { target, key } = this.#options.endpoints[request.endpoint];
    Object.assign(request, { connection, gateway: pool.gateway, sent: now() });
    const text = `GET ${target} HTTP/1.1\r\nhost: api\r\nx-api-key: ${key}\r\n\r\n`;
    connection.send(text, (response) => {
      const { failovers = 0 } = request;
      // If the request was not sent, try the next gateway, like a load balancer.
      if (response.code === 'ECONNREFUSED' && failovers < gateways.length - 1) {
        request.failovers = failovers + 1;
        request.turn += 1;
        this.#dispatch(request);
      } else this.#finish(request, outcomeOf(response));
      if (!connection.isUsable) return;
      pool.idle.push(connection);
      this.#sendWaiting(pool);
    });
  }

  #sendWaiting(pool) {
    while (pool.waiting.length > 0) {
      const connection = pool.take();
      if (!connection) return;
      const request = pool.waiting.shift();
      if (this.#open.has(request)) this.#send(request, connection, pool);
      else pool.idle.push(connection);
    }
  }

  #finish(request, outcome) {
    this.#open.delete(request);
    const { step, endpoint, gateway, due, begun, sent = begun } = request;
    outcomes.push({
      stream: this.#index,
      step,
      endpoint,
      gateway,
      due,
      begun,
      sent,
      received: now(),
      ...outcome,
    });
  }
}

/** Returns the due times of the requests of all steps, in milliseconds. A step begins when the previous step ends. */
function* dueTimes(steps) {
  let start = 0;
  for (const [step, { rate, ms }] of steps.entries()) {
    for (let count = 0; (count * 1000) / rate < ms; count += 1) {
      yield { due: start + (count * 1000) / rate, step };
    }
    start += ms;
  }
}

/** The connections of a stream to a gateway. */
class Pool {
  idle = [];
  /** Requests that wait for a connection. */
  waiting = [];
  #limit;
  #onClose;
  #open = 0;

  constructor(gateway, limit, onClose) {
    this.gateway = gateway;
    this.#limit = limit;
    this.#onClose = onClose;
  }

  /** Returns a connection for a request; undefined if all are busy. */
  take() {
    return this.#connect() ?? this.#reuse();
  }

  #connect() {
    if (this.#open >= this.#limit) return undefined;
    this.#open += 1;
    const onClose = () => {
      this.#open -= 1;
      this.#onClose();
    };
    return new Connection(new URL(this.gateway), { keepsBodies: true, onClose });
  }

  #reuse() {
    for (;;) {
      const connection = this.idle.shift();
      if (!connection || connection.isUsable) return connection;
    }
  }
}

function outcomeOf({ status, code, head, body: text }) {
  if (status === 0) return { status, code };
  const headers = headersOf(head);
  const outcome = {
    status,
    code: '',
    requestId: headers['x-request-id'] ?? '',
    etag: headers.etag ?? '',
    defect: null,
  };
  // Catalogs have no envelope to check.
  if (headers['content-type']?.startsWith('text/csv')) return outcome;
  try {
    const body = JSON.parse(text);
    const defect = defectOf(status, headers, body);
    const { code: error = '', details } = body.error ?? {};
    return { ...outcome, code: details?.reason ? `${error} (${details.reason})` : error, defect };
  } catch {
    return { ...outcome, defect: 'no JSON' };
  }
}

function headersOf(head) {
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
}

/** Finds a defect in the envelope or the headers; returns null if there is none. */
function defectOf(status, headers, body) {
  const id = headers['x-request-id'];
  if (!id || body.meta?.request_id !== id) return 'different request ids';
  const names = Object.keys(body).sort().join();
  if (status === 200) return names === 'data,meta' ? null : 'not a success';
  if (names !== 'error,meta' || !body.error.code || !body.error.message) return 'not an error';
  if ((status === 503 || status === 504) && !headers['retry-after']) return 'no Retry-After';
  return null;
}
