import {
  ApiError,
  type InternalOperation,
  OPERATIONS,
  type Operation,
  type RequestOf,
  readParameters,
  unknownParameters,
} from '@gcd/contracts';
import { connectNats, OperationClient, type Result } from '@gcd/nats/client';
import { createLogger } from '@gcd/process';
import { afterAll } from '@jest/globals';
import { type ApiResponse, testEnvironment } from './api.ts';
import { checkDocumentedBody } from './documented.ts';

/** Sends requests to services over NATS, without a gateway. */
export interface Services {
  /**
   * Sends a request, given as an API path and query, to the service that handles it.
   * @returns the body that the gateway would send; the only header lists unknown parameters
   */
  get(target: string): Promise<ApiResponse>;
  /** Sends a request for any operation, with the same parameters that the gateway would send. */
  call<O extends Operation | InternalOperation>(
    operation: O,
    request: RequestOf<O>,
  ): Promise<Result>;
  close(): Promise<void>;
}

const REQUEST_ID = 'req_00000000000000000000000000';

let shared: Promise<Services> | undefined;
afterAll(async () => (await shared)?.close());

/**
 * Sends a request to the service of the test suite that handles it. That service has the fixture's data. See {@link
 * Services}.
 */
export async function getFromService(target: string): Promise<ApiResponse> {
  shared ??= openServices();
  return (await shared).get(target);
}

/** An operation, and a pattern for one of its paths in which variables are named groups. */
interface Route {
  readonly operation: Operation;
  readonly pattern: RegExp;
  readonly variables: number;
}

/** All routes, sorted by their number of variables, as in the gateway. */
const ROUTES: readonly Route[] = Object.values<Operation>(OPERATIONS)
  .flatMap((operation) =>
    [operation.path, ...(operation.aliases ?? [])].map((path) => ({
      operation,
      pattern: new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
      variables: path.split('{').length,
    })),
  )
  .sort((one, other) => one.variables - other.variables);

/** Connects to the services. @param natsUrl by default, the URL of the tests' shared NATS server */
export async function openServices(natsUrl = testEnvironment('TEST_NATS_URL')): Promise<Services> {
  const connection = await connectNats(natsUrl, 'test', createLogger('test', 'silent'));
  const client = new OperationClient(connection);
  return {
    async get(target) {
      const response = await call(client, target);
      checkDocumentedBody(target, response);
      return response;
    },
    call: (operation, request) => client.call(operation, request, REQUEST_ID),
    close: () => connection.close(),
  };
}

async function call(client: OperationClient, target: string): Promise<ApiResponse> {
  const headers = new Headers();
  const meta = { request_id: REQUEST_ID };
  try {
    const { operation, request, ignored } = requestOf(target);
    if (ignored.length > 0) headers.set('x-ignored-parameters', ignored.join(', '));
    const reply = await client.call(operation, request, REQUEST_ID);
    const payload = JSON.parse(Buffer.from(reply.payload).toString());
    if (reply.status !== 200)
      return { status: reply.status, headers, body: { error: payload, meta } };
    const pagination = operation.isList && { pagination: JSON.parse(reply.meta ?? '') };
    return { status: 200, headers, body: { data: payload, meta: { ...meta, ...pagination } } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { status: error.status, headers, body: { error: error.toJSON(), meta } };
  }
}

/**
 * Returns the operation of a path, and the parameters that the gateway would send to the service.
 * @throws ApiError if a parameter is invalid
 */
function requestOf(target: string): {
  readonly operation: Operation;
  readonly request: Record<string, unknown>;
  readonly ignored: readonly string[];
} {
  const { pathname, searchParams } = new URL(target, 'http://test');
  for (const { operation, pattern } of ROUTES) {
    const match = pattern.exec(pathname);
    if (!match) continue;
    const path = Object.entries(match.groups ?? {}).map(([name, text]) => [
      name,
      decodeURIComponent(text),
    ]);
    const query = Object.fromEntries(
      [...new Set(searchParams.keys())].map((name) => {
        const values = searchParams.getAll(name);
        return [name, values.length > 1 ? values : (values[0] ?? '')];
      }),
    );
    return {
      operation,
      request: readParameters(operation, Object.fromEntries(path), query),
      ignored: unknownParameters(operation, query),
    };
  }
  throw new Error(`no operation has the path ${pathname}`);
}
