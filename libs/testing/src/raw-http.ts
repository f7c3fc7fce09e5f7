import { type IncomingHttpHeaders, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { type ApiResponse, testEnvironment } from './api.ts';
import { checkDocumented } from './documented.ts';

/** A response as it was received, without decompression. */
export interface RawHttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
  /** Whether the connection broke before the response was complete. */
  readonly isCut: boolean;
}

export interface RawHttpOptions {
  readonly address?: string;
  readonly method?: 'GET' | 'HEAD';
  /**
   * Called for each chunk with the total number of bytes received and the status of the response. If the result is false,
   * the client disconnects.
   */
  readonly onData?: (received: number, status: number) => boolean | Promise<boolean>;
}

/**
 * Sends a request with the tests' API key.
 * @param headers headers to send in addition to the default headers, or instead of those with the same name
 */
export function sendRequest(
  target: string,
  headers: Record<string, string> = {},
  { address = testEnvironment('TEST_API_URL'), method = 'GET', onData }: RawHttpOptions = {},
): Promise<RawHttpResponse> {
  return new Promise((resolve, reject) => {
    const all = { 'x-api-key': testEnvironment('TEST_API_KEY'), ...headers };
    const sent = request(address + target, { method, headers: all }, async (response) => {
      const pieces: Buffer[] = [];
      let received = 0;
      let isCut = false;
      try {
        for await (const piece of response) {
          pieces.push(piece);
          received += piece.length;
          if (onData && !(await onData(received, response.statusCode ?? 0)))
            throw new Error('hung up');
        }
      } catch {
        isCut = true;
        sent.destroy();
      }
      const bytes = Buffer.concat(pieces);
      const result = { status: response.statusCode ?? 0, headers: response.headers, bytes, isCut };
      try {
        if (method === 'GET' && !isCut) checkDocumented(target, decoded(result));
        resolve(result);
      } catch (error) {
        reject(error);
      }
    });
    sent.on('error', reject).end();
  });
}

function decoded({ status, headers, bytes }: RawHttpResponse): ApiResponse {
  const isJson = headers['content-type']?.startsWith('application/json');
  const isGzip = isJson && headers['content-encoding'] === 'gzip';
  const text = (isGzip ? gunzipSync(bytes) : bytes).toString();
  return {
    status,
    headers: new Headers(headers as Record<string, string>),
    body: text === '' ? null : isJson ? JSON.parse(text) : text,
  };
}
