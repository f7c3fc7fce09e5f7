import { type Permission, TAGS } from '../operation.js';
import { ENVELOPE_SCHEMAS } from './envelope.js';
import {
  COMMON_REQUEST_HEADERS,
  DOWNLOAD_REQUEST_HEADERS,
  HEADERS,
  REQUEST_HEADERS,
} from './headers.js';
import { BY_PATH, type NamedOperation } from './operations.js';
import { parametersOf } from './parameters.js';
import { commonResponses, isDownload, responsesOf } from './responses.js';
import { documentSchemas, type Json, reference } from './schemas.js';

/** Stands for the URL of the API where the URL is not known. */
export const LOCAL_URL = 'http://localhost:3000';

const DESCRIPTION = `Certs, cards, populations and their history, from four grading companies. The API is read-only: every operation is a \`GET\`.

Send your key in the header \`x-api-key\`. A success is \`{"data": …, "meta": {"request_id": …}}\`, an error
\`{"error": {"code", "message", "details"}, "meta": …}\`; branch on \`error.code\`.

Within \`/v1\`, fields and operations are only added, so ignore unknown fields. Unknown query parameters are ignored and listed
in \`X-Ignored-Parameters\`; with \`Prefer: handling=strict\` they are rejected.

\`HEAD\` is \`GET\` without the body. Any other method is \`405 bad_request\`, with the accepted methods in \`Allow\`.

Every request counts toward the requests per second of your plan. These responses are also charged to a bucket of its quota:
200, 202, 206, 302, 304, 404, 416, and 400 except \`bad_request\`. Others are not charged (401, 403, 405, 429, 5xx, \`bad_request\`), and neither is
\`GET /v1/usage\`.`;

/** Details that the operator of a gateway adds to the OpenAPI document. Undefined details are omitted. */
export interface OperatorInfo {
  readonly baseUrl?: string | undefined;
  /** The operator's contact: a web page, or `mailto:` with an address. */
  readonly contactUrl?: string | undefined;
  readonly termsUrl?: string | undefined;
}

/** Creates the OpenAPI 3.1 document of the API from the operations and the operator's details. */
export function openApiDocument(operator: OperatorInfo = {}): Json {
  const { components, data } = documentSchemas();
  const paths = BY_PATH.map((named) => [
    named.operation.path,
    { get: operationOf(named, data[named.name] ?? {}) },
  ]);
  return {
    openapi: '3.1.1',
    info: {
      title: 'Graded Card Data',
      version: '1.1.0',
      summary: 'Graded trading cards: certs, populations, history, search, changes and catalogs',
      description: DESCRIPTION,
      ...(operator.termsUrl && { termsOfService: operator.termsUrl }),
      contact: { name: 'The operator of this API', ...contactOf(operator) },
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: operator.baseUrl ?? LOCAL_URL, description: 'This API.' }],
    security: [{ key: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: {
        key: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Your API key.' },
      },
      parameters: REQUEST_HEADERS,
      headers: HEADERS,
      responses: commonResponses(),
      schemas: { ...ENVELOPE_SCHEMAS, ...components },
    },
  };
}

function contactOf({ contactUrl }: OperatorInfo): Json {
  if (!contactUrl) return {};
  const [, email] = /^mailto:([^?]+)/.exec(contactUrl) ?? [];
  return email ? { email } : { url: contactUrl };
}

function operationOf(named: NamedOperation, data: Json): Json {
  const { name, operation } = named;
  const { aliases, permission } = operation;
  const description = [
    operation.description,
    aliases && `Also available at ${aliases.map((path) => `\`${path}\``).join(', ')}.`,
    permission && permissionNeeded(permission),
  ];
  const headers = [
    ...COMMON_REQUEST_HEADERS,
    ...(isDownload(data) ? DOWNLOAD_REQUEST_HEADERS : []),
  ];
  return {
    operationId: name,
    tags: [operation.tag],
    summary: operation.summary,
    description: description.filter(Boolean).join('\n\n'),
    ...(aliases && { 'x-aliases': aliases }),
    parameters: [
      ...parametersOf(operation),
      ...headers.map((header) => reference('parameters', header)),
    ],
    responses: responsesOf(named, data),
  };
}

function permissionNeeded(permission: Permission): string {
  return `Requires the permission \`${permission}\`. Requests are charged to the bucket \`read:${permission}\` if the plan limits it, and otherwise to \`base\`.`;
}
