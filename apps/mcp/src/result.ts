import type { GradedCardDataError } from '@gcd/client';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Tool } from './tool.js';

/** Maximum number of characters in a result, about 15,000 tokens. Assistants discard longer results. */
const MAX_CHARACTERS = 60_000;
/** Lists are shortened to this fraction of the number of items that should fit, because items differ in size. */
const MARGIN = 0.9;

/** What to do after an error, by error code, if the message from the API does not say it. */
const ERROR_HINTS: Readonly<Record<string, string>> = {
  connection_failed:
    'The API is unavailable, or its URL is wrong. Try again later, or ask the user to check GCD_API_URL.',
  invalid_api_key:
    'Ask the user to check GCD_API_KEY_FILE or GCD_API_KEY, and to restart this server.',
  not_found: 'The URL of the API is wrong. Ask the user to check GCD_API_URL.',
  unexpected_response:
    'The URL of the API is wrong, or a proxy sent the response. Ask the user to check GCD_API_URL.',
  redirected: 'The URL of the API is wrong. Ask the user to check GCD_API_URL.',
};

/**
 * Creates the result of a tool. The result contains the data as structured content, and as text for clients without
 * support for structured content.
 */
export function resultOf(tool: Tool, data: object, input: Record<string, unknown>): CallToolResult {
  const fields = data as Record<string, unknown>;
  const hint = tool.hintOf?.(fields, input);
  return structured(shorten(tool, hint === undefined ? fields : { ...fields, hint }));
}

export function errorResultOf(error: GradedCardDataError): CallToolResult {
  const { code, message, details, retryAfter, requestId } = error;
  const hint = ERROR_HINTS[code];
  return failed({
    error: { code, message, details },
    ...(hint !== undefined && { hint }),
    ...(retryAfter !== null && { retry_after_seconds: retryAfter }),
    request_id: requestId,
  });
}

export function invalidInputResult(message: string): CallToolResult {
  return failed({ error: { code: 'invalid_parameter', message } });
}

function failed(content: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(content) }], isError: true };
}

function structured(content: Record<string, unknown>): CallToolResult {
  return {
    content: [{ type: 'text', text: JSON.stringify(content) }],
    structuredContent: content,
  };
}

/** If the data is too long, shortens its lists and adds a hint on how to get the missing items. */
function shorten({ longList }: Tool, data: Record<string, unknown>): Record<string, unknown> {
  if (!longList) return data;
  let { length } = JSON.stringify(data);
  if (length <= MAX_CHARACTERS) return data;
  const shortened = structuredClone(data);
  const lists = longList.of(shortened);
  const before = countOf(lists);
  while (length > MAX_CHARACTERS && countOf(lists) > 0) {
    for (const list of lists) {
      const keep = Math.floor((list.length * MAX_CHARACTERS * MARGIN) / length);
      list.splice(longList.keep === 'first' ? keep : 0, list.length - keep);
    }
    ({ length } = JSON.stringify(shortened));
  }
  const which = longList.keep === 'first' ? 'first' : 'newest';
  shortened.hint = `Only the ${which} ${countOf(lists)} of ${before} items are shown. ${longList.hint}`;
  return shortened;
}

function countOf(lists: readonly unknown[][]): number {
  return lists.reduce((sum, list) => sum + list.length, 0);
}
