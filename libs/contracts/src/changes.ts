import { z } from 'zod';
import { defineOperation } from './operation.js';

/** `GET /v1/cards/population/changes` */
export const listChanges = defineOperation({
  subject: 'changes.v1.list',
  path: '/v1/cards/population/changes',
  summary: 'Feed of cards whose population changed',
  pathParameters: {},
  queryParameters: {},
  data: z.never(),
  errors: ['invalid_parameter'],
  permission: 'changes',
});
