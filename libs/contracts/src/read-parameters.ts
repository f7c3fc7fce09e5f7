import { invalidParameter } from './errors.js';
import type { Operation } from './operation.js';
import type { Parameter, SentQuery } from './parameters.js';

/** The parameters of a request after validation. */
export interface ReadParameters {
  readonly request: Record<string, unknown>;
  /** Names of the query parameters of a request that the operation does not define; they are ignored. */
  readonly ignored: readonly string[];
}

/**
 * Parses the parameters of a request.
 * @throws ApiError for the first missing, repeated or invalid parameter. Checks path variables first, then
 * query parameters in declared order
 */
export function readParameters(
  operation: Operation,
  path: Readonly<Record<string, string>>,
  query: SentQuery,
): ReadParameters {
  const request: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(operation.pathParameters)) {
    const text = parameter.isIgnored?.(query) ? undefined : path[name];
    request[name] = parameter.read(text, name, request);
  }
  const known = new Set<string>();
  for (const [name, parameter] of Object.entries(operation.queryParameters)) {
    request[name] = readQueryParameter(name, parameter, query, request);
    known.add(name);
    if (parameter.alias) known.add(parameter.alias);
  }
  return { request, ignored: Object.keys(query).filter((name) => !known.has(name)) };
}

function readQueryParameter(
  name: string,
  parameter: Parameter<unknown>,
  query: SentQuery,
  earlier: Readonly<Record<string, unknown>>,
): unknown {
  if (parameter.isIgnored?.(query)) return parameter.read(undefined, name, earlier);
  const names = parameter.alias ? [name, parameter.alias] : [name];
  const sent = names.filter((each) => Object.hasOwn(query, each));
  const written = sent[0] ?? name;
  const text = query[written];
  if (sent.length > 1 || Array.isArray(text)) {
    throw invalidParameter(written, 'repeated', 'may be sent only once.');
  }
  return parameter.read(text, written, earlier);
}
