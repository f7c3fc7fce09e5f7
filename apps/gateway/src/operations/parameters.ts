import {
  ApiError,
  invalidParameter,
  type Operation,
  readParameters,
  type SentQuery,
  unknownParameters,
} from '@gcd/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ApiRequest } from '../request.js';

const MAX_IGNORED_NAMES = 10;
const MAX_IGNORED_NAME = 64;
/** Matches `handling=strict` in a `Prefer` header, alone or in a list (RFC 7240). */
const STRICT_HANDLING = /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

/** The parameters of a request, parsed once. */
export interface ParsedParameters {
  readonly operation: Operation;
  /** The parsed parameters; empty if there is an error. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Error for an invalid parameter, which is thrown only after the checks that come before it. */
  readonly error?: ApiError;
  /** Names of unknown parameters. */
  readonly unknown: readonly string[];
  readonly isStrict: boolean;
}

export function parseParameters(operation: Operation, request: FastifyRequest): ParsedParameters {
  const query = request.query as SentQuery;
  const unknown = unknownParameters(operation, query);
  const { prefer } = request.headers;
  const isStrict = prefer !== undefined && STRICT_HANDLING.test(String(prefer));
  const parsed = { operation, values: {}, unknown, isStrict };
  // Report unknown parameters first, because they are often misspelled names of parameters that are then missing.
  if (isStrict && unknown[0] !== undefined) {
    const hint = 'is not a parameter of this endpoint.';
    return { ...parsed, error: invalidParameter(unknown[0], 'not_accepted', hint) };
  }
  try {
    const values = readParameters(operation, request.params as Record<string, string>, query);
    return { ...parsed, values };
  } catch (error) {
    if (error instanceof ApiError) return { ...parsed, error };
    throw error;
  }
}

/**
 * Returns the parameters of a request that has passed all guards, and lists unknown ones in a response header.
 * @throws ApiError if a parameter is invalid
 */
export function validParameters({ parameters }: ApiRequest, reply: FastifyReply): ParsedParameters {
  if (!parameters) throw new Error('a request passed the guards without parameters');
  const { error, unknown, isStrict } = parameters;
  if (isStrict) reply.header('preference-applied', 'handling=strict');
  else if (unknown.length > 0) reply.header('x-ignored-parameters', namesOf(unknown));
  if (error) throw error;
  return parameters;
}

function namesOf(ignored: readonly string[]): string {
  return ignored
    .slice(0, MAX_IGNORED_NAMES)
    .map((name) => encodeURIComponent([...name].slice(0, MAX_IGNORED_NAME).join('')))
    .join(', ');
}
