import { GradedCardDataError } from '@gcd/client';
import { BusyError } from './api.js';

/** An explanation for visitors of why a page or a part of it is missing. */
export interface Failure {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** Seconds after which the visitor can retry. */
  readonly retryAfter?: number;
  /** Request id, by which operators can find the request in the logs. */
  readonly requestId?: string | null;
}

/** Shown if a visitor would have to wait too long for a page. */
export const BUSY: Failure = {
  status: 503,
  title: 'Too many visitors at once',
  text: 'This site has more visitors than it can serve at the moment. Try again in a few seconds.',
  retryAfter: 5,
};
/** Shown if an IP address requests too many pages. */
export const TOO_MANY_PAGES: Failure = {
  status: 429,
  title: 'Too many pages at once',
  text: 'Your network has requested many pages in a short time. Try again in a moment.',
};
/** Shown if the method of a request is not GET or HEAD. */
export const METHOD_NOT_ALLOWED: Failure = {
  status: 405,
  title: 'Method not allowed',
  text: 'Pages can only be read. Search for a card by its name, or look up a cert by its number.',
};
const UNAVAILABLE: Failure = {
  status: 502,
  title: 'The data is unavailable',
  text: 'The API behind this site is not responding. Try again in a minute.',
  retryAfter: 30,
};
const SLOW: Failure = {
  status: 504,
  title: 'The data took too long to load',
  text: 'The API behind this site did not respond in time. Try again in a minute.',
  retryAfter: 30,
};
const BROKEN: Failure = {
  status: 503,
  title: 'The data is temporarily unavailable',
  text: 'The API behind this site has a problem. Try again in a minute.',
  retryAfter: 30,
};
const KEY_REJECTED: Failure = {
  status: 502,
  title: 'This site has no access to the data',
  text: 'The API rejected the key of this site. The operator of the site has to fix this.',
};

const BY_CODE: Readonly<Record<string, Failure>> = {
  card_not_found: {
    status: 404,
    title: 'Card not found',
    text: 'No card has this id. A card id consists of 40 digits and letters from a to f. Search for the card by its name instead.',
  },
  cert_not_found: {
    status: 404,
    title: 'Cert not found',
    text: 'This grader has no cert with this number, or the cert is not in the data yet. Check the number and the grader on the label.',
  },
  set_not_found: {
    status: 404,
    title: 'Set not found',
    text: 'No set has this id. A set gets a new id when its name is corrected. Look for it in the list of sets.',
  },
  as_of_unavailable: {
    status: 503,
    title: 'No populations yet',
    text: 'No population has been imported. Try again later.',
    retryAfter: 30,
  },
  invalid_grader: {
    status: 404,
    title: 'Grader not found',
    text: 'This site has certs of PSA, Beckett, SGC and CGC.',
  },
  not_found: {
    status: 404,
    title: 'Page not found',
    text: 'Search for a card by its name, or look up a cert by its number.',
  },
  bad_request: {
    status: 400,
    title: 'Invalid URL',
    text: 'Search for a card by its name, or look up a cert by its number.',
  },
  rate_limited: BUSY,
  quota_exceeded: BUSY,
  connection_failed: UNAVAILABLE,
  unexpected_response: UNAVAILABLE,
  timeout_error: SLOW,
  invalid_api_key: KEY_REJECTED,
  forbidden: KEY_REJECTED,
};

/** Pages have the same parameters as the API, so visitors understand its message about an invalid one. */
const invalidParameter = ({ message }: GradedCardDataError): Failure => ({
  status: 400,
  title: 'Invalid request',
  text: message.replace(/`([^`]*)`/g, '“$1”'),
});

/**
 * Converts an error to a failure with an explanation for visitors. Only the message of an error about a parameter is
 * shown.
 */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof GradedCardDataError) {
    const { code, requestId } = thrown;
    const failure = code === 'invalid_parameter' ? invalidParameter(thrown) : BY_CODE[code];
    return { ...(failure ?? BROKEN), requestId };
  }
  const { name, status } = thrown as { name?: string; status?: number };
  if (thrown instanceof BusyError) return BUSY;
  if (name === 'TimeoutError') return SLOW;
  if (status === 404) return BY_CODE.not_found as Failure;
  if (status !== undefined && status >= 400 && status < 500) {
    return { ...(BY_CODE.bad_request as Failure), status };
  }
  return { ...BROKEN, status: 500, title: 'Something went wrong' };
}

/** Returns the code of an API error; undefined for other errors. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof GradedCardDataError ? error.code : undefined;
