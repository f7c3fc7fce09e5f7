import {
  BAD_REQUESTS,
  ERRORS,
  PARAMETER_REASONS,
  RATE_REASONS,
  UNAVAILABLE_REASONS,
} from '../errors.js';
import { type Json, reference } from './schemas.js';

/** The request id in all examples. */
export const EXAMPLE_REQUEST_ID = 'req_01KQ2Z8V5W3N4M6P7R8S9T0ABC';

/** Creates the schema of a string that has one of several values, with a description of each. */
function described(purpose: string, meanings: readonly (readonly [string, string])[]): Json {
  const lines = meanings.map(([value, meaning]) => `- \`${value}\`: ${meaning}`);
  return {
    type: 'string',
    description: [purpose, lines.join('\n')].join('\n\n'),
    enum: meanings.map(([value]) => value),
  };
}

const withStatus = (
  definitions: Readonly<Record<string, { readonly status: number; readonly meaning: string }>>,
): [string, string][] =>
  Object.entries(definitions).map(([name, { status, meaning }]) => [
    name,
    `(${status}) ${meaning}`,
  ]);

/** Schemas of the envelopes and of errors. */
export const ENVELOPE_SCHEMAS: Readonly<Record<string, Json>> = {
  ApiError: {
    type: 'object',
    description: 'An error. Branch on `error.code`; `error.message` is for humans and may change.',
    properties: { error: reference('schemas', 'ErrorInfo'), meta: reference('schemas', 'Meta') },
    required: ['error', 'meta'],
  },
  ErrorInfo: {
    type: 'object',
    description: 'What went wrong.',
    properties: {
      code: reference('schemas', 'ErrorCode'),
      message: {
        type: 'string',
        description: 'Human-readable description of the problem. May change.',
      },
      details: reference('schemas', 'ErrorDetails'),
    },
    required: ['code', 'message'],
  },
  ErrorCode: described(
    'Machine-readable error code, with its usual status. Codes may be added: handle unknown codes by their status.',
    withStatus(ERRORS),
  ),
  ErrorDetails: {
    type: 'object',
    description: 'Context of the error. Its members depend on the code.',
    properties: {
      parameter: {
        type: 'string',
        description: 'Name of the rejected parameter. Present if a parameter is invalid.',
      },
      reason: reference('schemas', 'ErrorReason'),
      type: reference('schemas', 'BadRequestType'),
      grader: {
        type: 'string',
        description: 'Normalized name of the requested grader.',
      },
      cert: { type: 'string', description: 'The requested cert number.' },
      card_id: {
        type: 'string',
        description: 'The requested card id, truncated to 64 characters.',
      },
      spec_id: { type: 'string', description: 'The requested spec number.' },
      set_id: { type: 'string', description: 'The requested set id, truncated to 64 characters.' },
      permission: {
        type: 'string',
        description: 'Permission that the plan of the key lacks, for example `images`.',
      },
      catalog: { type: 'string', description: 'Catalog that the key may not download.' },
    },
  },
  ErrorReason: described(
    'Why a parameter was rejected, or why the request cannot be served at the moment (status 429 or 503).',
    Object.entries({ ...PARAMETER_REASONS, ...RATE_REASONS, ...UNAVAILABLE_REASONS }),
  ),
  BadRequestType: described(
    'Why a request was rejected as a whole, with the corresponding status. Present with `bad_request`.',
    withStatus(BAD_REQUESTS),
  ),
  Meta: {
    type: 'object',
    description: 'Metadata of the response.',
    properties: { request_id: reference('schemas', 'RequestId') },
    required: ['request_id'],
  },
  ListMeta: {
    type: 'object',
    description: 'Metadata of the response, with its position in the list.',
    properties: {
      request_id: reference('schemas', 'RequestId'),
      pagination: reference('schemas', 'Pagination'),
    },
    required: ['request_id', 'pagination'],
  },
  Pagination: {
    type: 'object',
    description: 'Position of a page in its list.',
    properties: {
      page: { type: 'integer', minimum: 1, description: 'Number of this page, starting with 1.' },
      page_size: { type: 'integer', minimum: 1, description: 'Maximum number of items on a page.' },
      total: { type: 'integer', minimum: 0, description: 'Number of items on all pages.' },
      total_pages: { type: 'integer', minimum: 0, description: 'Number of pages.' },
      next_page: {
        type: 'integer',
        minimum: 2,
        description: 'Number of the next page. Absent on the last page.',
      },
    },
    required: ['page', 'page_size', 'total', 'total_pages'],
  },
  RequestId: {
    type: 'string',
    pattern: '^req_[0-9A-HJKMNP-TV-Z]{26}$',
    description: 'Id to include in a problem report. Equal to the header `X-Request-Id`.',
    examples: [EXAMPLE_REQUEST_ID],
  },
};
