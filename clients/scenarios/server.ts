import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response that the server plays. */
interface RecordedResponse {
  /** 200 when absent. */
  readonly status?: number;
  /** `{path}` is replaced by the path of the scenario, `{other}` by another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body; `data` and `error` are short for the envelope. */
  readonly text?: string;
  readonly json?: unknown;
  readonly data?: unknown;
  readonly error?: { readonly code: string; readonly details?: object };
  /** A file, of which the requested range is sent with 206. */
  readonly file?: string;
  /** Bytes of the body after which the connection breaks; 0 sends nothing at all. */
  readonly breakAfter?: number;
}

/** A request that the server received. */
export interface ReceivedRequest {
  /** Path and query, without the path of the scenario. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What a client does, what it is sent, and what is expected of it: `scenarios.json`, which the tests of all clients share. */
export interface Scenario {
  readonly name: string;
  /** As the TypeScript client calls it. */
  readonly method: string;
  readonly args?: readonly unknown[];
  readonly query?: Readonly<Record<string, unknown>>;
  /** Whether the method returns an iterator, whose items are the result. */
  readonly collect?: boolean;
  /** How often the method is called; the last result counts. Once when absent. */
  readonly times?: number;
  /** Options of the client. `cache`: whether it has one. `rateLimit`: 1000 when absent; null when it has to request it. */
  readonly client?: {
    readonly budget?: number;
    readonly rateLimit?: number | null;
    readonly cache?: boolean;
  };
  readonly responses: readonly RecordedResponse[];
  readonly result?: unknown;
  readonly error?: { readonly class: string; readonly [member: string]: unknown };
  /** All requests, in order. Only the headers that are named are compared. */
  readonly requests?: readonly { readonly target: string; readonly headers?: object }[];
  /** The waits before retries. `seconds` without jitter. */
  readonly waits?: readonly { readonly code: string; readonly seconds: number }[];
  readonly limits?: Readonly<Record<string, object>>;
}

/** The scenarios. */
export const SCENARIOS_FILE = new URL('./scenarios.json', import.meta.url);
export const SCENARIOS: readonly Scenario[] = JSON.parse(readFileSync(SCENARIOS_FILE, 'utf8'));

/** A server that plays the responses of scenarios. */
export interface ScenarioServer {
  /**
   * The base URL of a scenario is `{url}/{run}/{index}`, where `run` is any name. Each plays its responses once.
   * `{url}/requests/{run}/{index}` returns the requests as JSON.
   */
  readonly url: string;
  close(): void;
}

/** Starts the server. */
export async function startScenarioServer(): Promise<ScenarioServer> {
  const received = new Map<string, ReceivedRequest[]>();
  let other = '';
  const play = (request: IncomingMessage, response: ServerResponse): void => {
    const [, first, run, index, ...rest] = (request.url ?? '').split('/');
    if (first === 'requests') {
      response.end(JSON.stringify(received.get(`${run}/${index}`) ?? []));
      return;
    }
    const key = `${first}/${run}`;
    const requests = received.get(key) ?? [];
    received.set(key, requests);
    const target = `/${[index, ...rest].join('/')}`;
    const headers = request.headers as Readonly<Record<string, string>>;
    requests.push({ target, headers });
    const recorded = SCENARIOS[Number(run)]?.responses[requests.length - 1];
    if (recorded) send(response, rangeOf(recorded, headers), { path: `/${key}`, other });
    else send(response, { status: 418, error: { code: 'unexpected_request' } }, {});
  };
  const servers = await Promise.all([play, play].map(listen));
  const [url = '', another = ''] = servers.map(originOf);
  other = another;
  return {
    url,
    close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

async function listen(
  play: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Server> {
  const server = createServer(play).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

function originOf(server: Server): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function send(
  response: ServerResponse,
  { status = 200, headers = {}, breakAfter, ...recorded }: RecordedResponse,
  places: Readonly<Record<string, string>>,
): void {
  if (breakAfter === 0) {
    response.destroy();
    return;
  }
  const body = status === 304 ? '' : bodyOf(recorded);
  for (const [name, value] of Object.entries(headers)) {
    response.setHeader(
      name,
      value.replace(/\{(\w+)\}/g, (_, place) => places[place] ?? ''),
    );
  }
  if (status !== 304) response.setHeader('content-length', Buffer.byteLength(body));
  response.writeHead(status);
  if (breakAfter === undefined) response.end(body);
  // The bytes have to leave before the connection ends.
  else response.write(body.slice(0, breakAfter), () => response.destroy());
}

/** The response to a request of a range, if it has a file. */
function rangeOf(
  { file, ...recorded }: RecordedResponse,
  { range = '' }: ReceivedRequest['headers'],
): RecordedResponse {
  if (file === undefined) return recorded;
  const offset = Number(/^bytes=(\d+)-$/.exec(range)?.[1]);
  const contentRange = `bytes ${offset}-${file.length - 1}/${file.length}`;
  const headers = { ...recorded.headers, 'content-range': contentRange };
  return { ...recorded, headers, status: 206, text: file.slice(offset) };
}

function bodyOf({ text, json, data, error }: RecordedResponse): string {
  if (text !== undefined) return text;
  const meta = { request_id: 'req_1' };
  if (error) return JSON.stringify({ error: { message: 'The reason.', ...error }, meta });
  return JSON.stringify(json ?? { data, meta });
}
