/** The content type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Up to this size a text is written together with the headers, which saves more than making it costs. */
const LARGEST_TEXT = 16_384;

/** The success envelope around finished JSON. @param pagination of a list, as JSON */
export function success(
  data: Uint8Array | string,
  requestId: string,
  pagination?: string,
): string | Buffer {
  return wrap('{"data":', data, meta(requestId, pagination));
}

/** The error envelope around finished JSON. */
export function failure(error: Uint8Array | string, requestId: string): string | Buffer {
  return wrap('{"error":', error, meta(requestId));
}

function wrap(before: string, json: Uint8Array | string, after: string): string | Buffer {
  if (typeof json === 'string') return before + json + after;
  if (json.length <= LARGEST_TEXT) return before + toText(json) + after;
  return Buffer.concat([Buffer.from(before), json, Buffer.from(after)]);
}

/** JSON as text, when it is small enough to be written as such. */
export function toText(json: Uint8Array): string {
  return Buffer.from(json.buffer, json.byteOffset, json.length).toString();
}

function meta(requestId: string, pagination?: string): string {
  const page = pagination ? `,"pagination":${pagination}` : '';
  return `,"meta":{"request_id":"${requestId}"${page}}}`;
}
