import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testEnvironment } from '@gcd/testing/api.js';

/** The running API, with replaced responses for some paths. */
export interface OddApi {
  readonly url: string;
  /**
   * Replacements for responses, by the end of the path. A replacement that sends nothing stalls the request.
   */
  readonly odd: Map<string, (response: ServerResponse) => void>;
  /** Requests that reached the API, with their status. */
  readonly passed: { readonly target: string; readonly status: number }[];
  close(): void;
}

/** Starts it. @param port any free one if absent */
export async function openOddApi(port = 0): Promise<OddApi> {
  const odd: OddApi['odd'] = new Map();
  const passed: { target: string; status: number }[] = [];
  const server = createServer(async ({ url: target = '', headers }, response) => {
    const { pathname } = new URL(target, 'http://api');
    for (const [end, answer] of odd) if (pathname.endsWith(end)) return answer(response);
    const { host, connection, ...rest } = headers;
    const answer = await fetch(testEnvironment('TEST_API_URL') + target, {
      headers: rest as Record<string, string>,
    });
    passed.push({ target, status: answer.status });
    const body = Buffer.from(await answer.arrayBuffer());
    // The body was decompressed on its way.
    const unpacked = ['content-encoding', 'content-length', 'transfer-encoding'];
    const kept = [...answer.headers].filter(([name]) => !unpacked.includes(name));
    response.writeHead(answer.status, Object.fromEntries(kept));
    response.end(answer.status === 304 ? undefined : body);
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

/** Responds with an error like the API. */
export const failing =
  (status: number, code: string, retryAfter?: string) =>
  (response: ServerResponse): void => {
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(
      JSON.stringify({ error: { code, message: '<b>why</b>' }, meta: { request_id: 'req_1' } }),
    );
  };

/** Never responds. */
export const hanging = (): void => undefined;
