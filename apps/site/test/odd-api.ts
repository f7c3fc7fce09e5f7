import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testEnvironment } from '@gcd/testing/api.js';

/** The running API, but for the paths where something else is answered. */
export interface OddApi {
  readonly url: string;
  /** What is answered to calls whose path ends so, in place of the API. Nothing at all is a hanging call. */
  readonly odd: Map<string, (response: ServerResponse) => void>;
  /** Of every call that reached the API, its status. */
  readonly passed: { readonly target: string; readonly status: number }[];
  close(): void;
}

/** Opens it. @param port any free one when absent */
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
    // The body was unpacked on its way here.
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

/** Answers an error as the API does. */
export const failing =
  (status: number, code: string, retryAfter?: string) =>
  (response: ServerResponse): void => {
    response.writeHead(status, retryAfter === undefined ? {} : { 'retry-after': retryAfter });
    response.end(
      JSON.stringify({ error: { code, message: '<b>why</b>' }, meta: { request_id: 'req_1' } }),
    );
  };

/** Never answers. */
export const hanging = (): void => undefined;
