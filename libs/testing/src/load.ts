import { Agent, get as httpGet } from 'node:http';

/** A request and its outcome for the client. Times are `performance.now()` timestamps in milliseconds. */
export interface TimedResponse {
  readonly target: string;
  /** Status of the response; 0 if the connection broke before the response arrived. */
  readonly status: number;
  /** The `error.code` of the response; an empty string for a success. */
  readonly code: string;
  readonly body: string;
  readonly remaining: number | null;
  readonly reset: number | null;
  readonly sentAt: number;
  readonly receivedAt: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/** Sends one request. A failure is returned as part of the result, never thrown. */
export function send(address: string, target: string, key: string): Promise<TimedResponse> {
  const sentAt = performance.now();
  const broken = (): TimedResponse => ({
    target,
    status: 0,
    code: 'broken',
    body: '',
    remaining: null,
    reset: null,
    sentAt,
    receivedAt: performance.now(),
  });
  return new Promise((resolve) => {
    const request = httpGet(
      address + target,
      { agent, headers: { 'x-api-key': key } },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text) => {
          body += text;
        });
        response.on('error', () => resolve(broken()));
        response.on('end', () => {
          resolve({
            target,
            status: response.statusCode ?? 0,
            code: /^\{"error":\{"code":"(\w+)"/.exec(body)?.[1] ?? '',
            body,
            remaining: numberOf(response.headers['x-ratelimit-remaining']),
            reset: numberOf(response.headers['x-ratelimit-reset']),
            sentAt,
            receivedAt: performance.now(),
          });
        });
      },
    );
    request.setTimeout(10_000, () => request.destroy());
    request.on('error', () => resolve(broken()));
  });
}

function numberOf(header: string | string[] | undefined): number | null {
  return typeof header === 'string' ? Number(header) : null;
}

/** Whether a response counts against a quota. */
export function isCounted({ status }: TimedResponse): boolean {
  return status > 0 && status < 500 && ![401, 403, 405, 429].includes(status);
}

/**
 * Runs several clients at the same time. Each client sends one request at a time until `goOn` returns false.
 * @param one sends the next request
 */
export async function load(
  clients: number,
  one: (index: number) => Promise<TimedResponse>,
  goOn: (responses: readonly TimedResponse[], newest: TimedResponse) => boolean,
): Promise<TimedResponse[]> {
  const responses: TimedResponse[] = [];
  let index = 0;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (;;) {
        const made = await one(index++);
        responses.push(made);
        if (!goOn(responses, made)) return;
      }
    }),
  );
  return responses;
}

export function tally(responses: readonly TimedResponse[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, code } of responses) {
    const name = `${status} ${code}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
