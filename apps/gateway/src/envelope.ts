/** The content type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

const DATA = Buffer.from('{"data":');
const ERROR = Buffer.from('{"error":');

/** The success envelope around finished JSON. @param pagination of a list, as JSON */
export function success(data: Uint8Array, requestId: string, pagination?: string): Buffer {
  return Buffer.concat([DATA, data, meta(requestId, pagination)]);
}

/** The error envelope around finished JSON. */
export function failure(error: Uint8Array, requestId: string): Buffer {
  return Buffer.concat([ERROR, error, meta(requestId)]);
}

function meta(requestId: string, pagination?: string): Buffer {
  const page = pagination ? `,"pagination":${pagination}` : '';
  return Buffer.from(`,"meta":{"request_id":"${requestId}"${page}}}`);
}
