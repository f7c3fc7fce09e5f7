import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface RecordedResponse {
  /** HTTP status. Defaults to 200. */
  readonly status?: number;
  /** In values, `{path}` stands for the path of the scenario and `{other}` for another origin. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body. `data` and `error` are shorthand for a body with an envelope. */
  readonly text?: string;
  readonly json?: unknown;
  readonly data?: unknown;
  readonly error?: { readonly code: string; readonly details?: object };
  /** Content of a file. The server sends the requested range of the file with status 206. */
  readonly file?: string;
  /** Number of bytes of the body after which the server closes the connection. With 0, the server sends nothing. */
  readonly breakAfter?: number;
}

export interface ReceivedRequest {
  /** Path and query, without the path of the scenario. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A call of a client method, the responses of the server, and the expected requests and result. The tests of all
 * clients share the scenarios in `scenarios.json`.
 */
export interface Scenario {
  readonly name: string;
  /** Name of the method in the TypeScript client. Other clients convert it to their own naming style. */
  readonly method: string;
  readonly args?: readonly unknown[];
  readonly query?: Readonly<Record<string, unknown>>;
  /** Whether the method returns an iterator. If so, the result is the list of its items. */
  readonly collect?: boolean;
  /** Number of calls of the method (default: 1). Only the last result is compared. */
  readonly times?: number;
  /**
   * Options of the client. `cache`: whether it has a cache. `rateLimit`: requests per second; defaults to 1000; null if
   * the client has to request its rate limit. `waitUntilReady`: whether `202 processing` is retried.
   */
  readonly client?: {
    readonly budget?: number;
    readonly rateLimit?: number | null;
    readonly cache?: boolean;
    readonly waitUntilReady?: boolean;
  };
  readonly responses: readonly RecordedResponse[];
  readonly result?: unknown;
  readonly error?: { readonly class: string; readonly [member: string]: unknown };
  /** All expected requests, in order. Only the listed headers are compared. */
  readonly requests?: readonly { readonly target: string; readonly headers?: object }[];
  /** Expected waits before retries. `seconds` excludes jitter. */
  readonly waits?: readonly { readonly code: string; readonly seconds: number }[];
  readonly limits?: Readonly<Record<string, object>>;
}

export const SCENARIOS_FILE = new URL('./scenarios.json', import.meta.url);
export const SCENARIOS: readonly Scenario[] = JSON.parse(readFileSync(SCENARIOS_FILE, 'utf8'));

/** A server that sends the responses of scenarios. */
export interface ScenarioServer {
  /**
   * The base URL of a scenario is `{url}/{run}/{index}`, where `run` is any name. Within a run, the server
   * sends the responses of a scenario once. `{url}/requests/{run}/{index}` returns the received requests as
   * JSON.
   */
  readonly url: string;
  close(): void;
}

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
  // Close the connection only after the bytes have been sent.
  else response.write(body.slice(0, breakAfter), () => response.destroy());
}

/** Returns the response to a range request, if the scenario has a file. */
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
