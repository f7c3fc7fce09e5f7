import type { Section } from '../interface-statements.ts';
import {
  charging,
  envelope,
  feed,
  neighbors,
  openApi,
  quota,
  quotaFaults,
  rate,
  reference,
  relevance,
  simpleSearch,
  structuredSearch,
} from './tests.ts';

/** Statements of the interface specification and their tests, by heading. */
export const LIMITS: readonly Section[] = [
  {
    heading: 'Limits',
    statements: {
      'Search text length | 1 to 200 characters': [
        simpleSearch('GET /v1/cards/search/simple 200: accepts any 200 characters'),
        simpleSearch('GET /v1/cards/search/simple 400: rejects query='),
        structuredSearch('GET /v1/cards/search/structured 400: *'),
      ],
      'Search page | 1 to 10; page size fixed at 10; maximum depth 100 cards': [
        relevance('returns ten cards per page without duplicates, up to one hundred pages'),
      ],
      'Change feed page size | 1 to 10000': [
        feed('400 rejects limit=*'),
        feed('200: page returns ten thousand ids'),
      ],
      'Change feed `since` | within the last 30 days, not in the future (UTC)': [
        feed('400 rejects since in the future or too long ago'),
      ],
      'History window | trailing three years from `window.as_of`': [
        reference('historyGrid ending on * with interval * starts on *'),
        reference('compared with a reference implementation the history is equal for * series'),
      ],
      '`timeout_error` `Retry-After` | 120 seconds': [
        neighbors(
          'when a dependency stalls returns 504 while every instance is stalled, and recovers as soon as one resumes',
        ),
      ],
    },
  },
  {
    heading: 'Quotas',
    statements: {
      'The plan sets how many calls are allowed per period.': [
        quota(
          'quota headers count down by one to zero with one reset, then requests are rejected until the reset',
        ),
        quota('quota headers end a month on its last day'),
      ],
      'Each call is charged to one bucket.': [charging('charged *: *')],
      'Buckets: `read:images` for cert images, `read:history` for population history, `read:changes` for the change feed.':
        [charging('buckets read:* is charged for * if the plan limits it')],
      'Each applies only if the plan limits that permission separately; otherwise the call is charged to the account-wide `base` bucket.':
        [charging('buckets base is charged if the plan does not limit * (*)')],
      'Every other call is charged to `base`.': [
        charging('charged 200: a success'),
        charging('charged 404: an unknown endpoint'),
      ],
      'Responses `5xx`, `429` and `403` do not count against the quota.': [
        quota('what is charged not: a server error'),
        quota('what is charged not: no permission'),
        charging('not charged 429: a request above the rate'),
        quotaFaults(
          'three gateways sharing one quota serve exactly the limit, whatever fails or is forbidden',
        ),
      ],
      'When a bucket is exhausted, calls return `429` with code `quota_exceeded` until the period resets.':
        [
          quota(
            'quota headers count down by one to zero with one reset, then requests are rejected until the reset',
          ),
          charging('buckets an exhausted read:* rejects only *'),
        ],
      '`Retry-After` gives the seconds until reset.': [
        quota(
          'quota headers count down by one to zero with one reset, then requests are rejected until the reset',
        ),
        charging('buckets an exhausted read:* rejects only *'),
      ],
      'Every response to a call charged to a limited bucket carries:': [charging('charged *: *')],
      '`X-RateLimit-Bucket` | Bucket charged, for example `base`.': [charging('charged *: *')],
      '`X-RateLimit-Limit` | Calls allowed in the bucket this period.': [charging('charged *: *')],
      '`X-RateLimit-Remaining` | Calls left after this one.': [
        quota(
          'quota headers count down by one to zero with one reset, then requests are rejected until the reset',
        ),
      ],
      '`X-RateLimit-Reset` | Period reset time, Unix epoch seconds.': [
        quota(
          'quota headers count down by one to zero with one reset, then requests are rejected until the reset',
        ),
        quota('quota headers end a month on its last day'),
      ],
    },
  },
  {
    heading: 'Rate limits',
    statements: {
      'Calls are also limited per second, separately from quotas.': [
        rate('the rate of an account over three gateways never exceeds * in any second'),
      ],
      'Exceeding it returns `429` with code `rate_limited`, even if quota remains.': [
        quota('order of checks rate before permission, and without quota headers'),
      ],
      'These responses carry no `X-RateLimit-*` headers.': [
        quota('order of checks rate before permission, and without quota headers'),
        charging('not charged 429: a request above the rate'),
      ],
      'The per-second rate value: not shown.': 'leaves open what it is',
      'Quota sizes per plan: not shown.': 'leaves open what it is',
    },
  },
  {
    heading: 'Versioning',
    statements: {
      'The version is the path prefix `/v1`.': [
        envelope('unknown endpoints returns not found for *'),
      ],
      'The contract changes additively only within `v1`: new fields and endpoints may appear; existing ones are not removed or changed incompatibly.':
        [openApi('the published OpenAPI document is up to date; otherwise run `npm run openapi`')],
      'Clients must tolerate unknown fields.': 'advice to clients',
      'A genuinely incompatible change ships as a parallel `/v2`.': 'a promise for the future',
    },
  },
];
