import type { z } from 'zod';
import type { ErrorCode } from './errors.js';
import type { Parameter, ParameterValues } from './parameters.js';

/** What a key needs besides being valid. */
export type Permission = 'images' | 'history' | 'changes';

/** One operation of the API: the value that the gateway calls by and the service answers by. */
export interface Operation<
  Path extends Record<string, Parameter<unknown>> = Record<string, Parameter<unknown>>,
  Query extends Record<string, Parameter<unknown>> = Record<string, Parameter<unknown>>,
  Data extends z.ZodType = z.ZodType,
> {
  /** NATS subject: service, version, operation. Within a version, fields are only ever added. */
  readonly subject: string;
  /** HTTP path with its variables in braces. */
  readonly path: string;
  /** Other paths that answer the same. */
  readonly aliases?: readonly string[];
  /** One line for people. */
  readonly summary: string;
  /** What else they should know, in Markdown. */
  readonly description?: string;
  readonly pathParameters: Path;
  readonly queryParameters: Query;
  /** `data` of the success envelope. */
  readonly data: Data;
  /** Codes it may answer, besides those of every operation. */
  readonly errors: readonly ErrorCode[];
  readonly permission?: Permission;
  /** Whether requests are never charged. */
  readonly isFree?: true;
  /** How many requests a request with valid parameters is charged as; one when absent. */
  cost?(request: ParameterValues<Path> & ParameterValues<Query>): number;
  /** Whether a successful response may be cached for as long as the data version is the same. */
  readonly cacheable?: true;
  /** Whether `data` is an array, with `meta.pagination` beside it. */
  readonly isList?: true;
}

/** A question that the gateway asks a service to answer an operation, besides the operation itself. No part of the API. */
export interface InternalOperation<Request extends z.ZodType = z.ZodType> {
  /** As of an {@link Operation}. */
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

/** What the gateway sends to the service: the parameters, read and normalized. */
export type RequestOf<O> =
  O extends Operation<infer Path, infer Query, z.ZodType>
    ? ParameterValues<Path> & ParameterValues<Query>
    : O extends InternalOperation<infer Request>
      ? z.infer<Request>
      : never;

/** What the service answers: `data` of the success envelope. */
export type DataOf<O> = O extends { readonly data: infer Data extends z.ZodType }
  ? z.infer<Data>
  : never;

/** Declares an operation; only there to keep the types of its parameters. */
export function defineOperation<
  Path extends Record<string, Parameter<unknown>>,
  Query extends Record<string, Parameter<unknown>>,
  Data extends z.ZodType,
>(operation: Operation<Path, Query, Data>): Operation<Path, Query, Data> {
  return operation;
}
