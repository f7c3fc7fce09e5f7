import { z } from 'zod';
import { defineOperation } from './operation.js';
import { graderPath, type Parameter } from './parameters.js';

const specIdPath: Parameter<string> = {
  description: "The grader's number for the card.",
  schema: { type: 'string', examples: ['6754100'] },
  read: (text = '') => text.trim(),
};

/** `GET /v1/specs/{grader}/{spec_id}` */
export const lookupSpec = defineOperation({
  subject: 'cards.v1.spec',
  path: '/v1/specs/{grader}/{spec_id}',
  summary: "A grader's own catalog entry as a card",
  pathParameters: { grader: graderPath, spec_id: specIdPath },
  queryParameters: {},
  data: z.never(),
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'card_not_found', 'spec_not_found'],
});

/** `GET /v1/specs/{grader}/{spec_id}/population` */
export const getSpecPopulation = defineOperation({
  subject: 'cards.v1.spec_population',
  path: '/v1/specs/{grader}/{spec_id}/population',
  summary: "The population of a spec's card",
  pathParameters: { grader: graderPath, spec_id: specIdPath },
  queryParameters: {},
  data: z.never(),
  errors: ['processing', 'invalid_grader', 'invalid_parameter', 'card_not_found', 'spec_not_found'],
});
