import { z } from 'zod';
import type { ErrorCode } from './errors.js';
import type { Parameters, ParameterValues } from './parameters.js';

export type Permission = 'images' | 'history' | 'changes';

/** Pools of work. Each gateway sends a fixed number of requests of one pool at a time. */
export const POOLS = [
  'certs',
  'cards',
  'search',
  'changes',
  'catalogs',
  'history',
  'cert_batches',
  'card_batches',
] as const;

export type Pool = (typeof POOLS)[number];

/** The groups of operations in the reference, with a description of each. */
export const TAGS = {
  Certs: 'Graded copies, looked up by grader and cert number.',
  Cards: 'Cards by id or by spec number, and the sets that they belong to.',
  Population: 'Number of graded copies of a card by grade and grader, now and over time.',
  Search: 'Search for cards by words, and completions of an incomplete search.',
  'Change feed': 'Cards whose population or matching changed, in order and without gaps.',
  Catalogs: 'All cards of a catalog, or their populations, as one CSV file.',
  'Reference data': 'Grades of every grader, and how they compare.',
  Account: 'The limits of the plan of a key, and the remaining quota.',
} as const;

export type Tag = keyof typeof TAGS;

/** An operation of the API. The gateway uses the definition to send requests, and services use it to handle them. */
export interface Operation<
  Path extends Parameters = Parameters,
  Query extends Parameters = Parameters,
  Data extends z.ZodType = z.ZodType,
> {
  /** NATS subject of the operation: service, version and operation. Within a version, fields may only be added. */
  readonly subject: string;
  /** The pool of work that a request belongs to; undefined if the gateway handles the operation itself. */
  readonly pool?: Pool;
  /** HTTP path with variables in braces. */
  readonly path: string;
  readonly aliases?: readonly string[];
  readonly tag: Tag;
  readonly summary: string;
  /** Description of the operation in Markdown, in addition to the summary. */
  readonly description: string;
  readonly pathParameters: Path;
  readonly queryParameters: Query;
  /** Schema of `data` in the success response. */
  readonly data: Data;
  /** Error codes that the operation can return, in addition to the codes that every operation can return. */
  readonly errors: readonly ErrorCode[];
  readonly permission?: Permission;
  /** Whether a key needs access to the catalog in the path. */
  readonly isAllowlisted?: true;
  /** Whether requests for the operation are never charged. */
  readonly isFree?: true;
  /** Returns the number of requests to charge, given the valid parameters (default: one). */
  cost?(request: ParameterValues<Path> & ParameterValues<Query>): number;
  /** Whether a successful response may be cached until the data version changes. */
  readonly cacheable?: true;
  /** Whether `data` is an array. The response then has `meta.pagination`. */
  readonly isList?: true;
  /** Schema that parses the parameters that a client sent. The gateway sends the parsed parameters to the service. */
  readonly request: z.ZodType<ParameterValues<Path> & ParameterValues<Query>>;
  /** The parameters, in the order in which they are checked. */
  readonly parameters: readonly ParameterMeta[];
}

/** Returns the name of the service that handles an operation. */
export function serviceOf({ subject }: { readonly subject: string }): string {
  return subject.slice(0, subject.indexOf('.'));
}

/** Name, location and metadata of a parameter. */
export type ParameterMeta = z.GlobalMeta & { readonly name: string; readonly inPath: boolean };

/** An operation that a service offers only to the gateway. It is not part of the API. */
export interface InternalOperation<Request extends z.ZodType = z.ZodType> {
  readonly subject: string;
  readonly pool?: Pool;
  readonly request: Request;
}

/**
 * Whether an operation looks up one item by its id. Such requests take about equally long, so those of one event-loop
 * tick travel in one message.
 */
export function isLookup({ pool }: { readonly pool?: Pool }): boolean {
  return pool === 'certs' || pool === 'cards';
}

/** Pagination of a list, sent as `meta.pagination`. */
export interface Pagination {
  readonly page: number;
  readonly page_size: number;
  readonly total: number;
  readonly total_pages: number;
  readonly next_page?: number;
}

/** The validated and normalized parameters that the gateway sends to the service. */
export type RequestOf<O> = O extends { readonly request: infer Request extends z.ZodType }
  ? z.output<Request>
  : never;

export type DataOf<O> = O extends { readonly data: infer Data extends z.ZodType }
  ? z.infer<Data>
  : never;

/** A rule that involves several parameters. The gateway and the services check it. */
export interface Rule<Request> {
  /** Names of the parameters that the rule uses. If one of them is invalid, the rule is not checked. */
  readonly reads: readonly PropertyKey[];
  /** Checks the rule. Adds issues to the payload, and may change the request. */
  check(request: Request, payload: z.core.ParsePayload): void;
}

/**
 * Declares an operation, and infers the types of its parameters. Their schemas are compiled at first use, because most
 * processes use few operations.
 */
export function defineOperation<
  Path extends Parameters,
  Query extends Parameters,
  Data extends z.ZodType,
>({
  rule,
  ...operation
}: Omit<Operation<Path, Query, Data>, 'request' | 'parameters'> & {
  readonly rule?: Rule<ParameterValues<Path> & ParameterValues<Query>>;
}): Operation<Path, Query, Data> {
  type Request = ParameterValues<Path> & ParameterValues<Query>;
  const shape: Parameters = { ...operation.pathParameters, ...operation.queryParameters };
  const object = z.object(shape);
  const request = rule
    ? object.superRefine((value, payload) => rule.check(value as Request, payload), {
        when: ({ issues }) => !issues.some(({ path }) => rule.reads.includes(path?.[0] ?? '')),
      })
    : object;
  const parameters = Object.entries(shape).map(([name, schema]) => {
    return { ...schema.meta(), name, inPath: name in operation.pathParameters };
  });
  let compiled: z.ZodType<Request> | undefined;
  return {
    ...operation,
    get request() {
      compiled ??= z.compile(request) as z.ZodType<Request>;
      return compiled;
    },
    parameters,
  };
}
