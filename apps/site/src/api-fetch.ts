import * as http from 'node:http';
import * as https from 'node:https';

const plain = { get: http.get, agent: new http.Agent({ keepAlive: true }) };
const secure = { get: https.get, agent: new https.Agent({ keepAlive: true }) };

/**
 * Sends a GET request and reads the whole response. Implements only the part of `fetch` that the client needs. With the
 * built-in `fetch`, the first view of a card page would take 18 % more CPU time.
 */
export function apiFetch(url: string, { headers, signal }: RequestInit): Promise<Response> {
  const { get, agent } = url.startsWith('https:') ? secure : plain;
  const options = {
    agent,
    headers: headers as http.OutgoingHttpHeaders,
    signal: signal ?? undefined,
  };
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void => reject(signal?.aborted ? signal.reason : error);
    get(url, options, (message) => {
      const chunks: Buffer[] = [];
      message
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => resolve(responseOf(message, Buffer.concat(chunks).toString())))
        .on('error', fail);
    }).on('error', fail);
  });
}

function responseOf({ statusCode = 0, headers }: http.IncomingMessage, body: string): Response {
  const response = {
    ok: statusCode >= 200 && statusCode < 300,
    status: statusCode,
    type: 'basic',
    body: null,
    headers: { get: (name: string) => headers[name] ?? null },
    text: async () => body,
    json: async () => JSON.parse(body),
  };
  return response as unknown as Response;
}
