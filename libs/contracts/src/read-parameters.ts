import type { z } from 'zod';
import { type ApiError, invalidParameter, type ParameterReason } from './errors.js';
import type { Operation, ParameterMeta } from './operation.js';
import type { SentQuery } from './parameters.js';

/** Placeholder for the value of a parameter that was sent more than once. Every schema rejects it. */
const REPEATED = Symbol('repeated');

/**
 * Parses the parameters of a request.
 * @throws ApiError for the first missing, repeated or invalid parameter. Checks path variables first, then
 * query parameters in declared order
 */
export function readParameters(
  operation: Operation,
  path: Readonly<Record<string, string>>,
  query: SentQuery,
): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const parameter of operation.parameters) {
    const { name, inPath, isIgnored } = parameter;
    if (!isIgnored?.(query)) sent[name] = inPath ? path[name] : queryValue(query, parameter);
  }
  const { data, error } = operation.request.safeParse(sent);
  if (error) throw errorOf(error.issues, operation, sent, query);
  return data;
}

/** Returns the names of query parameters that the client sent but that the operation does not define. */
export function unknownParameters({ parameters }: Operation, query: SentQuery): string[] {
  const inQuery = parameters.filter(({ inPath }) => !inPath);
  const isKnown = (sentName: string) =>
    inQuery.some(({ name, alias }) => name === sentName || alias === sentName);
  return Object.keys(query).filter((name) => !isKnown(name));
}

function queryValue(query: SentQuery, parameter: ParameterMeta): unknown {
  const [written, other] = namesSent(query, parameter);
  const value = written && query[written];
  return other || Array.isArray(value) ? REPEATED : value;
}

/** Returns the names under which the client sent a parameter: its name, its alias, or both. */
function namesSent(query: SentQuery, { name, alias }: ParameterMeta): string[] {
  return (alias ? [name, alias] : [name]).filter((each) => Object.hasOwn(query, each));
}

/** Converts the issues that zod found to the error for the first invalid parameter. */
function errorOf(
  issues: readonly z.core.$ZodIssue[],
  { parameters }: Operation,
  sent: Readonly<Record<string, unknown>>,
  query: SentQuery,
): ApiError {
  for (const parameter of parameters) {
    const { name, toError } = parameter;
    const issue = issues.find(({ path }) => path[0] === name);
    if (!issue) continue;
    const [written = name] = namesSent(query, parameter);
    const value = sent[name];
    if (value === REPEATED) return invalidParameter(written, 'repeated', 'may be sent only once.');
    if (toError) return toError(String(value ?? ''), written);
    return invalidParameter(written, reasonOf(issue), issue.message);
  }
  throw new Error('an issue has no parameter', { cause: issues });
}

function reasonOf(issue: z.core.$ZodIssue): ParameterReason {
  if (issue.code === 'custom') return issue.params?.reason ?? 'malformed';
  if (issue.code === 'too_big') return 'out_of_range';
  if (issue.code === 'too_small') return issue.origin === 'number' ? 'out_of_range' : 'missing';
  // The path of an issue has more than one element only if the issue is about an item of a list.
  return issue.path.length > 1 ? 'not_accepted' : 'malformed';
}
