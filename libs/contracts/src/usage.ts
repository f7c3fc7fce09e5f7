import { z } from 'zod';
import { defineOperation } from './operation.js';

const count = z.int().nonnegative();

/** Limits of an account, and its usage in the current period. */
export const usageSchema = z.object({
  plan: z.string(),
  period: z.string().meta({
    description: '`day`, `month`, or a number of seconds such as `30s`; in UTC.',
    examples: ['day'],
  }),
  buckets: z
    .array(
      z.object({
        bucket: z.string().meta({ examples: ['base'] }),
        limit: count,
        used: count,
        remaining: count,
        reset: count.meta({ description: 'End of the period, in seconds since 1970.' }),
      }),
    )
    .meta({ description: 'Every limited bucket.' }),
  rate_limit_per_second: count,
  permissions: z.array(z.string()),
  catalogs: z.array(z.string()).meta({ description: 'Catalogs that the key may download.' }),
});

/** Limits of an account, and its usage in the current period. */
export type Usage = z.infer<typeof usageSchema>;

/** `GET /v1/usage`, which the gateway handles itself. */
export const getUsage = defineOperation({
  subject: 'gateway.v1.usage',
  path: '/v1/usage',
  summary: 'What the plan allows and what is left; never charged',
  pathParameters: {},
  queryParameters: {},
  data: usageSchema,
  errors: [],
  isFree: true,
});
