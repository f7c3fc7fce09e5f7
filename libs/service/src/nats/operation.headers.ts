/** Header of a call: the request id of the client's call, for the log. */
export const REQUEST_ID_HEADER = 'request-id';

/**
 * Header of a reply that is not a success: the HTTP status. The payload is then the member `error` of the envelope,
 * otherwise the member `data`; both are finished JSON.
 */
export const STATUS_HEADER = 'status';

/** Header of a reply that is a list: `meta.pagination` as JSON. */
export const PAGINATION_HEADER = 'pagination';
