import { z } from 'zod';
import { defineOperation } from './operation.js';

/** `GET /v1/catalogs/{catalog}` */
export const downloadCatalog = defineOperation({
  subject: 'catalogs.v1.download',
  path: '/v1/catalogs/{catalog}',
  summary: 'Every card of a catalog as CSV',
  pathParameters: {
    catalog: {
      description: 'Name of the catalog.',
      schema: { type: 'string', examples: ['pokemon'] },
      read: (text = '') => text,
    },
  },
  queryParameters: {},
  data: z.never(),
  errors: ['not_found', 'forbidden'],
});
