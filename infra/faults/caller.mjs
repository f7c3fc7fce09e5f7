// A process of its own that calls at a fixed rate and tells of every call: what the supervisor does must not delay it.
import { Agent, get } from 'node:http';
import { atRate } from '../bench/open-loop.mjs';

const PATIENCE_MS = 15_000;
const TELL_EVERY_MS = 50;

const now = () => performance.timeOrigin + performance.now();
let agent;
let gateways = [];
let done = [];
let open = 0;

process.on('disconnect', () => process.exit());
process.on('message', ({ is, ...message }) => ({ begin, gateways: aim, end })[is](message));
process.send({ is: 'ready' });

let stop;
function begin({ addresses, entries, rate, sockets }) {
  agent = new Agent({ keepAlive: true, maxSockets: sockets });
  gateways = addresses;
  const timer = setInterval(tell, TELL_EVERY_MS);
  const endLoop = atRate(rate, (id, dueAt) => {
    const entry = id % entries.length;
    open += 1;
    // Every entry goes to every gateway in turn.
    const first = id + Math.floor(id / entries.length);
    attempt({ id, entry, ...entries[entry] }, performance.timeOrigin + dueAt, first, 0);
  });
  stop = async () => {
    const sent = endLoop();
    while (open > 0) await new Promise((resolve) => setTimeout(resolve, 20));
    clearInterval(timer);
    tell();
    agent.destroy();
    process.send({ is: 'ended', sent }, () => process.disconnect());
  };
}

/** From now on these are called: a load balancer has noticed. With none that is ready, it goes on with those that were. */
function aim({ addresses }) {
  if (addresses.length > 0) gateways = addresses;
}

function end() {
  void stop();
}

function tell() {
  if (done.length === 0) return;
  process.send({ is: 'calls', calls: done });
  done = [];
}

function attempt(call, due, first, refusals) {
  const gateway = gateways[(first + refusals) % gateways.length];
  const sent = now();
  let isDone = false;
  const finish = (outcome) => {
    // A connection that breaks may say so twice.
    if (isDone) return;
    isDone = true;
    clearTimeout(patience);
    open -= 1;
    const { id, entry } = call;
    done.push({ id, entry, gateway, due, sent, received: now(), ...outcome });
  };
  const headers = { 'x-api-key': call.key };
  const request = get(gateway + call.target, { agent, headers }, (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (text) => {
      body += text;
    });
    response.on('error', ({ code }) => finish({ status: 0, code }));
    response.on('end', () => finish(outcomeOf(response, body)));
  });
  // Whether it has got a connection or waits for one.
  const patience = setTimeout(() => request.destroy({ code: 'TIMEOUT' }), PATIENCE_MS);
  request.on('error', ({ code }) => {
    // Where nobody listens nothing was sent: as a load balancer does, the next gateway is taken.
    if (code === 'ECONNREFUSED' && refusals < gateways.length - 1) {
      clearTimeout(patience);
      attempt(call, due, first, refusals + 1);
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
    misfit: null,
  };
  // A catalog.
  if (headers['content-type']?.startsWith('text/csv')) return outcome;
  try {
    const body = JSON.parse(text);
    const misfit = misfitOf(status, headers, body, outcome.requestId);
    return { ...outcome, code: body.error?.code ?? '', misfit };
  } catch {
    return { ...outcome, misfit: 'no JSON' };
  }
}

/** What is wrong with the envelope and its headers; null: nothing. */
function misfitOf(status, headers, body, requestId) {
  if (!requestId || body.meta?.request_id !== requestId) return 'another request id';
  const names = Object.keys(body).sort().join();
  if (status === 200) return names === 'data,meta' ? null : 'not a success';
  if (names !== 'error,meta' || !body.error.code || !body.error.message) return 'not an error';
  if ((status === 503 || status === 504) && !headers['retry-after']) return 'no Retry-After';
  return null;
}
