import type { z } from 'zod';
import type { ErrorCode } from './errors.js';
import type { Parameter, ParameterValues } from './parameters.js';

/** Permissions of a key. */
export type Permission = 'images' | 'history' | 'changes';

/** An operation of the API, used by the gateway to send requests and by services to handle them. */
export interface Operation<
  Path extends Record<string, Parameter<unknown>> = Record<string, Parameter<unknown>>,
  Query extends Record<string, Parameter<unknown>> = Record<string, Parameter<unknown>>,
  Data extends z.ZodType = z.ZodType,
> {
  /** NATS subject: service, version, operation. Within a version, fields are only added. */
  readonly subject: string;
  /** HTTP path with variables in braces. */
  readonly path: string;
  /** Other paths with the same response. */
  readonly aliases?: readonly string[];
  /** Summary in one line. */
  readonly summary: string;
  /** Further description in Markdown. */
  readonly description?: string;
  readonly pathParameters: Path;
  readonly queryParameters: Query;
  /** Schema of `data` in the success envelope. */
  readonly data: Data;
  /** Error codes it may return, besides those of every operation. */
  readonly errors: readonly ErrorCode[];
  readonly permission?: Permission;
  /** Whether requests are never charged. */
  readonly isFree?: true;
  /** Number of requests that a request with valid parameters is charged as; one if absent. */
  cost?(request: ParameterValues<Path> & ParameterValues<Query>): number;
  /** Whether a successful response may be cached while the data version is unchanged. */
  readonly cacheable?: true;
  /** Whether `data` is an array, with `meta.pagination` beside it. */
  readonly isList?: true;
}

/** An additional operation that the gateway needs from a service. It is not part of the API. */
export interface InternalOperation<Request extends z.ZodType = z.ZodType> {
  /** See {@link Operation}. */
  readonly subject: string;
  readonly request: Request;
}

/** `meta.pagination` of a list. */
export interface Pagination {
  readonly page: number;
  readonly page_size: number;
  readonly total: number;
  readonly total_pages: number;
  /** Absent on the last page. */
  readonly next_page?: number;
}

/** What the gateway sends to the service: validated and normalized parameters. */
export type RequestOf<O> =
  O extends Operation<infer Path, infer Query, z.ZodType>
    ? ParameterValues<Path> & ParameterValues<Query>
    : O extends InternalOperation<infer Request>
      ? z.infer<Request>
      : never;

/** What the service returns: `data` of the success envelope. */
export type DataOf<O> = O extends { readonly data: infer Data extends z.ZodType }
  ? z.infer<Data>
  : never;

/** Declares an operation while keeping the types of its parameters. */
export function defineOperation<
  Path extends Record<string, Parameter<unknown>>,
  Query extends Record<string, Parameter<unknown>>,
  Data extends z.ZodType,
>(operation: Operation<Path, Query, Data>): Operation<Path, Query, Data> {
  return operation;
}
