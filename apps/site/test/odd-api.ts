import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testEnvironment } from '@gcd/testing/api.js';

/** A proxy to the running API that replaces the responses for some paths. */
export interface OddApi {
  readonly url: string;
  /** Replacement responses, by path suffix. If a replacement sends no response, the request stalls. */
  readonly odd: Map<string, (response: ServerResponse) => void>;
  /** Requests that reached the API, with the status of their responses. */
  readonly passed: { readonly target: string; readonly status: number }[];
  close(): void;
}

/** Starts an {@link OddApi}. @param port port to listen on; by default, a free one */
export async function openOddApi(port = 0): Promise<OddApi> {
  const odd: OddApi['odd'] = new Map();
  const passed: { target: string; status: number }[] = [];
  const server = createServer(async ({ url: target = '', headers }, response) => {
    const { pathname } = new URL(target, 'http://api');
    for (const [end, replacement] of odd) if (pathname.endsWith(end)) return replacement(response);
    const { host, connection, ...rest } = headers;
    const original = await fetch(testEnvironment('TEST_API_URL') + target, {
      headers: rest as Record<string, string>,
    });
    passed.push({ target, status: original.status });
    const body = Buffer.from(await original.arrayBuffer());
    // `fetch` has decompressed the body, so remove the headers that no longer apply.
    const unpacked = ['content-encoding', 'content-length', 'transfer-encoding'];
    const kept = [...original.headers].filter(([name]) => !unpacked.includes(name));
    response.writeHead(original.status, Object.fromEntries(kept));
    response.end(original.status === 304 ? undefined : body);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    odd,
    passed,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Creates a replacement response with an error in the format of the API. */
export const failing =
  (status: number, code: string, retryAfter?: string) =>
  (response: ServerResponse): void => {
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(
      JSON.stringify({ error: { code, message: '<b>why</b>' }, meta: { request_id: 'req_1' } }),
    );
  };

/** A replacement response that is never sent. */
export const hanging = (): void => undefined;
