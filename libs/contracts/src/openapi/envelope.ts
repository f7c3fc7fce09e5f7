import { BAD_REQUESTS, ERRORS, PARAMETER_REASONS, UNAVAILABLE_REASONS } from '../errors.js';
import { type Json, reference } from './schemas.js';

/** The request id of every example. */
export const EXAMPLE_REQUEST_ID = 'req_01KQ2Z8V5W3N4M6P7R8S9T0ABC';

/** A string that is one of several values, with the meaning of each value. */
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
    description: 'An error. Branch on `error.code`; `error.message` is for people and may change.',
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
        description: 'What is wrong and what to do, for people. It may change.',
      },
      details: reference('schemas', 'ErrorDetails'),
    },
    required: ['code', 'message'],
  },
  ErrorCode: described(
    'What went wrong, for programs, with the usual status. Codes may be added: treat an unknown one by its status.',
    withStatus(ERRORS),
  ),
  ErrorDetails: {
    type: 'object',
    description: 'Context of an error. Which members are there depends on the code.',
    properties: {
      parameter: {
        type: 'string',
        description: 'Name of the rejected parameter. With `invalid_parameter`, `invalid_grader`.',
      },
      reason: reference('schemas', 'ErrorReason'),
      type: reference('schemas', 'BadRequestType'),
      grader: {
        type: 'string',
        description: 'Grader that was looked up, under its normalized name.',
      },
      cert: { type: 'string', description: 'Cert number that was looked up.' },
      card_id: {
        type: 'string',
        description: 'Card id that was looked up, at most 64 characters.',
      },
      spec_id: { type: 'string', description: 'Spec number that was looked up.' },
      set_id: { type: 'string', description: 'Set id that was looked up, at most 64 characters.' },
    },
  },
  ErrorReason: described(
    'Why a parameter was rejected, or with status 503 why the request cannot be served now.',
    Object.entries({ ...PARAMETER_REASONS, ...UNAVAILABLE_REASONS }),
  ),
  BadRequestType: described(
    'Why a request was rejected as a whole, with the status. With `bad_request`.',
    withStatus(BAD_REQUESTS),
  ),
  Meta: {
    type: 'object',
    description: 'About the response.',
    properties: { request_id: reference('schemas', 'RequestId') },
    required: ['request_id'],
  },
  ListMeta: {
    type: 'object',
    description: 'About the response and its position in the list.',
    properties: {
      request_id: reference('schemas', 'RequestId'),
      pagination: reference('schemas', 'Pagination'),
    },
    required: ['request_id', 'pagination'],
  },
  Pagination: {
    type: 'object',
    description: 'The position of a page in its list.',
    properties: {
      page: { type: 'integer', minimum: 1, description: 'Number of this page, from 1.' },
      page_size: { type: 'integer', minimum: 1, description: 'Most items on a page.' },
      total: { type: 'integer', minimum: 0, description: 'Items on all pages.' },
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
    description: 'Name it when you report a problem. Equal to the header `X-Request-Id`.',
    examples: [EXAMPLE_REQUEST_ID],
  },
};
