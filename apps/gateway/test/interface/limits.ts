import type { Section } from '../interface-statements.ts';
import {
  changes,
  changesRejected,
  charging,
  envelope,
  feed,
  historyDates,
  openApi,
  quota,
  quotaFaults,
  rate,
  reference,
  relevance,
  simpleSearch,
  stallsAndShutdown,
  structuredSearch,
} from './tests.ts';

/** Maps the statements about limits in the interface specification to their tests. */
export const LIMITS: readonly Section[] = [
  {
    heading: 'Limits',
    statements: {
      'Search text length | 1 to 200 characters': [
        simpleSearch('GET /v1/cards/search/simple 200: accepts any text of 200 characters'),
        simpleSearch('GET /v1/cards/search/simple 400: rejects query='),
        structuredSearch('GET /v1/cards/search/structured 400: *'),
      ],
      'Search page | 1 to 10; page size fixed at 10; maximum depth 100 cards': [
        relevance('search returns ten cards per page without duplicates, up to ten pages'),
      ],
      'Change feed page size | 1 to 10000': [
        feed('GET /v1/cards/population/changes: 400 rejects limit=*'),
        changes('GET /v1/cards/population/changes: 200 returns up to ten thousand ids'),
      ],
      'Change feed `since` | within the last 30 days, not in the future (UTC)': [
        changesRejected(
          'GET /v1/cards/population/changes: 400 rejects a `since` that is in the future or too long ago',
        ),
      ],
      'History window | trailing three years from `window.as_of`': [
        historyDates('historyDates for the end date * and the interval *, starts on *'),
        reference('compared with a reference implementation, the history is the same for * series'),
      ],
      '`timeout_error` `Retry-After` | 120 seconds': [
        stallsAndShutdown(
          'requests while a dependency is stalled return 504 while every instance of a service is stalled, and succeed once one resumes',
        ),
      ],
    },
  },
  {
    heading: 'Quotas',
    statements: {
      'The plan sets how many calls are allowed per period.': [
        quota(
          'quota headers count down to zero with a constant reset time, and the next request returns 429',
        ),
        quota('quota headers give the end of the month as the reset time if the period is a month'),
      ],
      'Each call is charged to one bucket.': [charging('charging *: charges one request for *')],
      'Buckets: `read:images` for cert images, `read:history` for population history, `read:changes` for the change feed.':
        [
          charging(
            'the quota bucket of a request is read:* for * if the plan has a limit for that permission',
          ),
        ],
      'Each applies only if the plan limits that permission separately; otherwise the call is charged to the account-wide `base` bucket.':
        [charging('the quota bucket of a request is base if the plan has no limit for *: *')],
      'Every other call is charged to `base`.': [
        charging('charging 200: charges one request for a successful request'),
        charging('charging 404: charges one request for an unknown endpoint'),
      ],
      'Responses `5xx`, `429` and `403` do not count against the quota.': [
        quota('charging does not charge the quota for a request that fails with a server error'),
        quota('charging does not charge the quota for a request without permission'),
        charging('charging 429: charges nothing for a request above the rate limit'),
        quotaFaults(
          'three gateways that share one quota serve exactly as many requests as the limit, even if some fail or are forbidden',
        ),
      ],
      'When a bucket is exhausted, calls return `429` with code `quota_exceeded` until the period resets.':
        [
          quota(
            'quota headers count down to zero with a constant reset time, and the next request returns 429',
          ),
          charging(
            'the quota bucket of a request can be exhausted without affecting other buckets: read:* by requests for *',
          ),
        ],
      '`Retry-After` gives the seconds until reset.': [
        quota(
          'quota headers count down to zero with a constant reset time, and the next request returns 429',
        ),
        charging(
          'the quota bucket of a request can be exhausted without affecting other buckets: read:* by requests for *',
        ),
      ],
      'Every response to a call charged to a limited bucket carries:': [
        charging('charging *: charges one request for *'),
      ],
      '`X-RateLimit-Bucket` | Bucket charged, for example `base`.': [
        charging('charging *: charges one request for *'),
      ],
      '`X-RateLimit-Limit` | Calls allowed in the bucket this period.': [
        charging('charging *: charges one request for *'),
      ],
      '`X-RateLimit-Remaining` | Calls left after this one.': [
        quota(
          'quota headers count down to zero with a constant reset time, and the next request returns 429',
        ),
      ],
      '`X-RateLimit-Reset` | Period reset time, Unix epoch seconds.': [
        quota(
          'quota headers count down to zero with a constant reset time, and the next request returns 429',
        ),
        quota('quota headers give the end of the month as the reset time if the period is a month'),
      ],
    },
  },
  {
    heading: 'Rate limits',
    statements: {
      'Calls are also limited per second, separately from quotas.': [
        rate(
          "an account's rate limit across three gateways admits at most * requests in any second",
        ),
      ],
      'Exceeding it returns `429` with code `rate_limited`, even if quota remains.': [
        quota(
          'admission checks the rate limit before permissions, and sends no quota headers if it is exceeded',
        ),
      ],
      'These responses carry no `X-RateLimit-*` headers.': [
        quota(
          'admission checks the rate limit before permissions, and sends no quota headers if it is exceeded',
        ),
        charging('charging 429: charges nothing for a request above the rate limit'),
      ],
      'The per-second rate value: not shown.': 'leaves open what it is',
      'Quota sizes per plan: not shown.': 'leaves open what it is',
    },
  },
  {
    heading: 'Versioning',
    statements: {
      'The version is the path prefix `/v1`.': [
        envelope('a request for an unknown endpoint returns 404 for *'),
      ],
      'The contract changes additively only within `v1`: new fields and endpoints may appear; existing ones are not removed or changed incompatibly.':
        [openApi('the published OpenAPI document is up to date; otherwise run `npm run openapi`')],
      'Clients must tolerate unknown fields.': 'advice to clients',
      'A genuinely incompatible change ships as a parallel `/v2`.': 'a promise for the future',
    },
  },
];
