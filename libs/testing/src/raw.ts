import { connect } from 'node:net';

/** A response that was read directly from the socket. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const TIMEOUT_MS = 20_000;

/**
 * Sends bytes to a port and reads one response.
 * @param isHead whether the request is a HEAD request, whose response has no body despite its `Content-Length`
 * @returns null if the connection closes without a response
 * @throws Error if nothing is received for 20 s
 */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  isHead = false,
): Promise<RawResponse | null> {
  return new Promise((resolve, reject) => {
    let received = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const finish = (response: RawResponse | null): void => {
      socket.destroy();
      resolve(response);
    };
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy();
      reject(new Error(`no response to ${JSON.stringify(bytes.toString('latin1').slice(0, 200))}`));
    });
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
      const response = readResponse(received, isHead);
      if (response) finish(response);
    });
    socket.on('close', () => finish(null));
    socket.on('error', () => finish(readResponse(received, isHead)));
  });
}

function readResponse(received: Buffer, isHead: boolean): RawResponse | null {
  const headEnd = received.indexOf('\r\n\r\n');
  if (headEnd < 0) return null;
  // Skip interim (1xx) responses.
  if (/^HTTP\/1\.1 1\d\d /.test(received.subarray(0, 13).toString('latin1'))) {
    return readResponse(received.subarray(headEnd + 4), isHead);
  }
  const [statusLine = '', ...lines] = received
    .subarray(0, headEnd)
    .toString('latin1')
    .split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = isHead ? 0 : Number(headers['content-length'] ?? 0);
  if (received.length < headEnd + 4 + length) return null;
  const body = received.subarray(headEnd + 4, headEnd + 4 + length).toString();
  return { status: Number(statusLine.split(' ')[1]), headers, body };
}
