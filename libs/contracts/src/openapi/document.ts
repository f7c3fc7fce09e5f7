import type { Operation, Permission } from '../operation.js';
import type { Parameter } from '../parameters.js';
import { DOWNLOAD_REQUEST_HEADERS, HEADERS, REQUEST_HEADERS } from './headers.js';
import { type NamedOperation, OPERATIONS } from './operations.js';
import { commonResponses, ENVELOPE_SCHEMAS, isDownload, responsesOf } from './responses.js';
import { documentSchemas, type Json } from './schemas.js';

const DESCRIPTION = `Certs, cards, populations and their history, from four grading companies. Read only: every operation is a \`GET\`.

Send your key in the header \`x-api-key\`. A success is \`{"data": …, "meta": {"request_id": …}}\`, an error
\`{"error": {"code", "message", "details"}, "meta": …}\`; branch on \`error.code\`.

Within \`/v1\` fields and operations are only ever added: ignore fields you do not know. Query parameters that an operation does
not know are ignored and listed in \`X-Ignored-Parameters\`; with \`Prefer: handling=strict\` they are rejected.

Every request counts toward the requests per second of your plan. These responses are also charged to a bucket of its quota:
200, 202, 206, 304, 404, 416, and 400 except \`bad_request\`. Others are not charged (401, 403, 405, 429, 5xx, \`bad_request\`), and neither is
\`GET /v1/usage\`.`;

/** Generates the OpenAPI 3.1 document from the operations alone. */
export function openApiDocument(): Json {
  const { components, data } = documentSchemas();
  const paths = OPERATIONS.flatMap(({ name, operation }) =>
    pathsOf({ name, operation }, data[name] ?? {}),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: 'Graded Card Data',
      version: '1.0.0',
      description: DESCRIPTION,
    },
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    tags: [...new Set(OPERATIONS.map(({ operation }) => tagOf(operation)))].map((name) => ({
      name,
      description: `What is under \`/v1/${name}\`.`,
    })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Your API key.' },
      },
      headers: HEADERS,
      responses: commonResponses(),
      schemas: { ...ENVELOPE_SCHEMAS, ...components },
    },
  };
}

function pathsOf({ name, operation }: NamedOperation, data: Json): [string, Json][] {
  const description = [
    operation.description,
    operation.permission && permissionNeeded(operation.permission),
  ]
    .filter(Boolean)
    .join('\n\n');
  const get = {
    operationId: name,
    tags: [tagOf(operation)],
    summary: operation.summary,
    ...(description && { description }),
    parameters: [
      ...parametersOf(operation),
      ...REQUEST_HEADERS,
      ...(isDownload(data) ? DOWNLOAD_REQUEST_HEADERS : []),
    ],
    responses: responsesOf(operation, data),
  };
  const others = (operation.aliases ?? []).map((path, index): [string, Json] => [
    path,
    {
      get: {
        ...get,
        operationId: `${name}${index + 2}`,
        summary: `${operation.summary} (other path)`,
        description: `The same as \`${operation.path}\`.`,
      },
    },
  ]);
  return [[operation.path, { get }], ...others];
}

/** The noun of its path. */
function tagOf(operation: Operation): string {
  return operation.path.split('/')[2] ?? '';
}

function permissionNeeded(permission: Permission): string {
  return `Needs the permission \`${permission}\`. Charged to the bucket \`read:${permission}\` where the plan limits it, else to \`base\`.`;
}

function parametersOf(operation: Operation): Json[] {
  const path = Object.entries(operation.pathParameters).map(([name, parameter]) =>
    parameterOf('path', name, parameter, true),
  );
  const query = Object.entries(operation.queryParameters)
    .filter(([, parameter]) => !isRefused(parameter))
    .map(([name, parameter]) =>
      parameterOf('query', name, parameter, isMandatory(name, parameter)),
    );
  return [...path, ...query];
}

function parameterOf(
  place: string,
  name: string,
  { description, alias, schema }: Parameter<unknown>,
  mandatory: boolean,
): Json {
  const { description: explanation = '', examples = [], ...rest } = schema;
  const [example] = examples as readonly unknown[];
  const also = alias
    ? `${mandatory ? 'Required, here or as' : 'Also accepted as'} \`${alias}\`.`
    : '';
  // The reference page fills in examples, which helps only where a value is required.
  const isFilledIn = mandatory && example !== undefined;
  return {
    name,
    in: place,
    required: mandatory && !alias,
    description: [description, explanation, also].filter(Boolean).join(' '),
    schema: isFilledIn ? rest : { ...rest, ...(example !== undefined && { examples }) },
    ...(isFilledIn && { example }),
  };
}

/** Parameters that are always rejected are not documented. */
function isRefused(parameter: Parameter<unknown>): boolean {
  return 'not' in parameter.schema;
}

function isMandatory(name: string, parameter: Parameter<unknown>): boolean {
  try {
    parameter.read(undefined, name);
    return false;
  } catch {
    return true;
  }
}
