import { z } from 'zod';
import { count, text } from './fields.js';
import { defineOperation } from './operation.js';

export const quotaBucketSchema = z
  .object({
    bucket: text('Name of the bucket: `base`, `read:images`, `read:history` or `read:changes`.'),
    limit: count('Number of requests allowed in the period.'),
    used: count('Number of requests charged in this period.'),
    remaining: count('Number of requests left in this period.'),
    reset: count('End of the period, in seconds since 1970, UTC.').meta({ format: 'int64' }),
  })
  .meta({ description: 'A limited bucket of the quota.' });

export const usageSchema = z
  .object({
    plan: text('Name of the plan.'),
    period: text('`day`, `month`, or a number of seconds such as `30s`; in UTC.').meta({
      examples: ['day'],
    }),
    buckets: z.array(quotaBucketSchema).meta({
      description: 'Every limited bucket. Requests to a bucket without a limit are not counted.',
    }),
    rate_limit_per_second: count('Number of requests allowed per second.'),
    permissions: z
      .array(z.string())
      .meta({ description: 'Permissions of the plan: `images`, `history`, `changes`.' }),
    catalogs: z.array(z.string()).meta({ description: 'Catalogs that the key may download.' }),
  })
  .meta({ description: 'The limits of the plan of a key, and the remaining quota.' });

export type Usage = z.infer<typeof usageSchema>;

/** `GET /v1/usage`. The gateway handles this operation itself, without a service. */
export const getUsage = defineOperation({
  subject: 'gateway.v1.usage',
  path: '/v1/usage',
  tag: 'Account',
  summary: 'Get the limits of the plan and the remaining quota',
  description:
    "Returns the plan of the key's account, its limits, and the remaining requests of each limited bucket. This operation is never charged.",
  pathParameters: {},
  queryParameters: {},
  data: usageSchema,
  errors: [],
  isFree: true,
});
