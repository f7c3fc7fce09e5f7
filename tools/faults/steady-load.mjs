// Sends requests at a fixed rate and checks every response. Runs in a separate process, so that the test's own work
// does not delay requests.
import { Agent, get } from 'node:http';

const TIMEOUT_MS = 15_000;
const REPORT_INTERVAL_MS = 50;

const now = () => performance.timeOrigin + performance.now();
let agent;
let gateways = [];
let done = [];
let open = 0;

process.on('disconnect', () => process.exit());
process.on('message', ({ kind, ...message }) => ({ begin, aim, end })[kind](message));
process.send({ kind: 'ready' });

let stop;
function begin({ addresses, endpoints, rate }) {
  agent = new Agent({ keepAlive: true, maxSockets: 512 });
  gateways = addresses;
  const timer = setInterval(report, REPORT_INTERVAL_MS);
  const endLoop = atRate(rate, (id, dueAt) => {
    const endpoint = id % endpoints.length;
    open += 1;
    // Send the requests of each endpoint to every gateway in turn.
    const first = id + Math.floor(id / endpoints.length);
    attempt({ id, endpoint, ...endpoints[endpoint] }, performance.timeOrigin + dueAt, first, 0);
  });
  stop = async () => {
    const sent = endLoop();
    while (open > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    clearInterval(timer);
    report();
    agent.destroy();
    process.send({ kind: 'ended', sent }, () => process.disconnect());
  };
}

/**
 * Sends later requests only to the given gateways, like a load balancer. If no gateway is given, the previous ones are
 * kept.
 */
function aim({ addresses }) {
  if (addresses.length > 0) gateways = addresses;
}

function end() {
  void stop();
}

function report() {
  if (done.length === 0) return;
  process.send({ kind: 'outcomes', outcomes: done });
  done = [];
}

function attempt(request, due, first, failovers) {
  const gateway = gateways[(first + failovers) % gateways.length];
  const sent = now();
  let isDone = false;
  const finish = (outcome) => {
    // Node may report a broken connection twice.
    if (isDone) return;
    isDone = true;
    clearTimeout(timeout);
    open -= 1;
    const { id, endpoint } = request;
    done.push({ id, endpoint, gateway, due, sent, received: now(), ...outcome });
  };
  const headers = { 'x-api-key': request.key };
  const message = get(gateway + request.target, { agent, headers }, (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    response.on('error', ({ code }) => finish({ status: 0, code }));
    response.on('end', () => finish(outcomeOf(response, body)));
  });
  // The timeout includes waiting for a connection.
  const timeout = setTimeout(() => message.destroy({ code: 'TIMEOUT' }), TIMEOUT_MS);
  message.on('error', ({ code }) => {
    // The request was not sent, so try the next gateway, like a load balancer.
    if (code === 'ECONNREFUSED' && failovers < gateways.length - 1) {
      clearTimeout(timeout);
      attempt(request, due, first, failovers + 1);
    } else finish({ status: 0, code: code ?? 'BROKEN' });
  });
}

function outcomeOf({ statusCode: status, headers }, text) {
  const outcome = {
    status,
    code: '',
    requestId: headers['x-request-id'] ?? '',
    etag: headers.etag ?? '',
    reset: headers['x-ratelimit-reset'],
    defect: null,
  };
  // Catalogs have no envelope to check.
  if (headers['content-type']?.startsWith('text/csv')) return outcome;
  try {
    const body = JSON.parse(text);
    const defect = defectOf(status, headers, body, outcome.requestId);
    const { code = '', details } = body.error ?? {};
    return { ...outcome, code: details?.reason ? `${code} (${details.reason})` : code, defect };
  } catch {
    return { ...outcome, defect: 'no JSON' };
  }
}

/** Finds a defect in the envelope or the headers; returns null if there is none. */
function defectOf(status, headers, body, requestId) {
  if (!requestId || body.meta?.request_id !== requestId) return 'different request ids';
  const names = Object.keys(body).sort().join();
  if (status === 200) return names === 'data,meta' ? null : 'not a success';
  if (names !== 'error,meta' || !body.error.code || !body.error.message) return 'not an error';
  if ((status === 503 || status === 504) && !headers['retry-after']) return 'no Retry-After';
  return null;
}

/** Sends requests at a fixed rate. @returns a function that stops sending and returns the number of requests sent */
function atRate(rate, send) {
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
