import { z } from 'zod';
import { defineOperation } from './operation.js';

/** `GET /v1/cards/search/simple` */
export const searchSimple = defineOperation({
  subject: 'search.v1.simple',
  path: '/v1/cards/search/simple',
  summary: 'Full-text search across cards, most relevant first',
  pathParameters: {},
  queryParameters: {},
  data: z.never(),
  errors: ['invalid_parameter'],
});

/** `GET /v1/cards/search/structured` */
export const searchStructured = defineOperation({
  subject: 'search.v1.structured',
  path: '/v1/cards/search/structured',
  summary: 'Full-text search for programs, results grouped by grader',
  pathParameters: {},
  queryParameters: {},
  data: z.never(),
  errors: ['invalid_grader', 'invalid_parameter'],
});
