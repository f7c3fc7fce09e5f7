/** Header of a call: the request id of the client's call, for the log. */
export const REQUEST_ID_HEADER = 'request-id';

/**
 * Header of a reply that is not a success: the HTTP status. The payload is then the member `error` of the envelope,
 * otherwise the member `data`; both are finished JSON.
 */
export const STATUS_HEADER = 'status';

/** Header of a reply that is a list: `meta.pagination` as JSON. */
export const PAGINATION_HEADER = 'pagination';

/** Header of a call: for how many milliseconds its caller will wait. After that it is not worth answering. */
export const TIMEOUT_HEADER = 'timeout-ms';

/** Header of a reply: the name of the replica, which also answers on the operation's subject with its name appended. */
export const REPLICA_HEADER = 'replica';

/** Where every replica of a service answers that it is there. */
export function rollCallSubject(service: string): string {
  return `${service}.replicas`;
}
