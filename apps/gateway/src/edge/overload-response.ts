import type { ServerResponse } from 'node:http';
import { SampledLog } from '@gcd/service';
import { failure, JSON_TYPE } from './envelope.js';
import type { OverloadReason } from './overload-reason.js';
import { OverloadError } from './overload.js';

const MIN_RETRY_AFTER = 3;
const MAX_RETRY_AFTER = 8;
const REQUEST_ID_PLACEHOLDER = `req_${'0'.repeat(26)}`;

/** Returns a random number of seconds for `Retry-After`, so that rejected clients do not all retry at once. */
export function overloadRetryAfter(): number {
  return MIN_RETRY_AFTER + Math.floor(Math.random() * (MAX_RETRY_AFTER - MIN_RETRY_AFTER + 1));
}

/**
 * Writes overload responses at minimal cost: it inserts only the request id into a response that was prepared in
 * advance.
 */
export class OverloadResponses {
  private readonly templates: Readonly<Record<OverloadReason, Template>>;

  /** @param headers headers that every response has */
  constructor(headers: Readonly<Record<string, string>>) {
    this.templates = {
      overload: templateOf('overload', headers),
      account: templateOf('account', headers),
    };
  }

  write(response: ServerResponse, requestId: string, reason: OverloadReason): void {
    const { before, after, headers } = this.templates[reason];
    response.writeHead(503, [
      ...headers,
      'retry-after',
      String(overloadRetryAfter()),
      'x-request-id',
      requestId,
    ]);
    response.end(before + requestId + after);
  }
}

interface Template {
  readonly before: string;
  readonly after: string;
  readonly headers: readonly string[];
}

function templateOf(reason: OverloadReason, common: Readonly<Record<string, string>>): Template {
  const body = String(failure(JSON.stringify(new OverloadError(reason)), REQUEST_ID_PLACEHOLDER));
  const [before = '', after = ''] = body.split(REQUEST_ID_PLACEHOLDER);
  const headers = {
    ...common,
    'content-type': JSON_TYPE,
    'content-length': String(Buffer.byteLength(body)),
  };
  return { before, after, headers: Object.entries(headers).flat() };
}

/** Limits log lines about rejected requests to one per second for each reason. Each line contains a count. */
export class RejectionLog {
  private readonly logs: Readonly<Record<OverloadReason, SampledLog>> = {
    overload: new SampledLog(),
    account: new SampledLog(),
  };

  /** Counts a rejected request. @returns the number of rejections to report in a log line now; 0 if no line is due */
  count(reason: OverloadReason): number {
    return this.logs[reason].count();
  }
}
