import { GradedCardDataError } from '@gcd/client';
import { BusyError } from './api.js';

/** Why there is no page, or no part of one, as a visitor is told. */
export interface Failure {
  readonly status: number;
  readonly title: string;
  readonly text: string;
  /** Seconds after which it may be tried again. */
  readonly retryAfter?: number;
  /** By which those who run the API find the call. */
  readonly requestId?: string | null;
}

const BUSY: Failure = {
  status: 503,
  title: 'Too many visitors at once',
  text: 'This site may make only so many calls of the API, and they are used up. Try again in a moment.',
  retryAfter: 5,
};
/** For a visitor whose address requests too many pages. */
export const TOO_MANY_PAGES: Failure = {
  status: 429,
  title: 'Too many pages at once',
  text: 'Your network has requested many pages in a short time. Try again in a moment.',
};
const AWAY: Failure = {
  status: 502,
  title: 'The data cannot be reached',
  text: 'The API behind this site does not answer. Nothing is lost: try again in a minute.',
  retryAfter: 30,
};
const SLOW: Failure = {
  status: 504,
  title: 'The data take too long',
  text: 'The API behind this site did not answer in time. Try again in a minute.',
  retryAfter: 30,
};
const BROKEN: Failure = {
  status: 503,
  title: 'The data cannot be had at the moment',
  text: 'Something is wrong with the API behind this site. Try again in a minute.',
  retryAfter: 30,
};
const REFUSED: Failure = {
  status: 502,
  title: 'This site was refused the data',
  text: 'The API does not accept the key of this site. That is for us to mend.',
};

/** What is told of by the code of an error. */
const BY_CODE: Readonly<Record<string, Failure>> = {
  card_not_found: {
    status: 404,
    title: 'There is no such card',
    text: 'No card has this id. Ids are 40 letters and digits, from 0 to 9 and from a to f; a search finds them by name.',
  },
  cert_not_found: {
    status: 404,
    title: 'There is no such cert',
    text: 'This grader has no cert of this number, or not yet here. Look at the number on the label again, and at whose label it is.',
  },
  set_not_found: {
    status: 404,
    title: 'There is no such set',
    text: 'No set has this id. The name of a set may have been corrected, which gives it another id. The list of sets has its current page.',
  },
  as_of_unavailable: {
    status: 503,
    title: 'There are no populations yet',
    text: 'No population has been imported. Try again later.',
    retryAfter: 30,
  },
  invalid_grader: {
    status: 404,
    title: 'There is no such grader',
    text: 'Certs are those of PSA, Beckett, SGC and CGC.',
  },
  not_found: {
    status: 404,
    title: 'There is no such page',
    text: 'Cards are found by a search, and certs by their number.',
  },
  invalid_parameter: {
    status: 400,
    title: 'This cannot be searched for',
    text: 'A search takes 1 to 200 characters and shows its first ten pages. Pages are counted from 1.',
  },
  bad_request: {
    status: 400,
    title: 'This address cannot be read',
    text: 'Something in it is not as it should be. Cards are found by a search, and certs by their number.',
  },
  rate_limited: BUSY,
  quota_exceeded: BUSY,
  connection_failed: AWAY,
  timeout_error: SLOW,
  invalid_api_key: REFUSED,
  forbidden: REFUSED,
};

/** What a visitor is told of something that was thrown; nothing of what it says itself. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof GradedCardDataError) {
    return { ...(BY_CODE[thrown.code] ?? BROKEN), requestId: thrown.requestId };
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

/** The API's code of an error, when it has one. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof GradedCardDataError ? error.code : undefined;
