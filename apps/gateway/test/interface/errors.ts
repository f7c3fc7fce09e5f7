import type { Section } from '../interface-statements.ts';
import {
  changes,
  edge,
  envelope,
  headers,
  images,
  keys,
  lookup,
  noHistory,
  parameters,
  population,
  quota,
  specs,
  stallsAndShutdown,
  structuredSearch,
} from './tests.ts';

/** Maps the statements about errors in the interface specification to their tests. */
export const ERRORS: readonly Section[] = [
  {
    heading: 'Errors',
    statements: {
      'An error returns a non-2xx status (the `processing` condition returns `202`) with the error envelope.':
        [
          parameters('errors with the code * have status *'),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 202 returns 202 for a spec whose mapping is in progress at /{spec_id}*',
          ),
        ],
      'Clients branch on `error.code`, not on `error.message`.': 'advice to clients',
    },
  },
  {
    heading: 'Status codes',
    statements: {
      '`200` | Success, including an empty list.': [
        changes(
          'GET /v1/cards/population/changes: 200 returns an empty page and the same cursor until there are new changes',
        ),
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      '`202` | Accepted but still processing; retry shortly.': [
        images(
          'GET /v1/certs/{grader}/{cert}/images 202: returns processing if the cert exists but its images have not been imported',
        ),
        headers('the Retry-After header is sent with a 202 processing response'),
      ],
      '`400` | Malformed or invalid request.': [
        lookup('GET /v1/certs/{grader}/{cert}: 400 rejects *, which is not a boolean'),
        edge('raw requests with bytes that are not HTTP return 400 malformed_request'),
      ],
      '`401` | Missing or invalid key.': [
        keys('authentication: 401 rejects a request without a key'),
      ],
      '`403` | Key not allowed.': [
        quota('charging does not charge the quota for a request without permission'),
      ],
      '`404` | The requested item does not exist.': [
        lookup(
          'GET /v1/certs/{grader}/{cert}: 404 returns the unknown cert number in the error details',
        ),
      ],
      '`429` | Rate limit or quota exceeded.': [
        quota(
          'admission checks the rate limit before permissions, and sends no quota headers if it is exceeded',
        ),
        quota(
          'quota headers count down to zero with a constant reset time, and the next request returns 429',
        ),
      ],
      '`500` | Server-side failure.': [parameters('errors with the code * have status *')],
    },
  },
  {
    heading: 'Codes returned by any endpoint',
    statements: {
      '`bad_request` | 4xx | Rejected before reaching the API (for example too large). `details.type` says why.':
        [
          edge('raw requests with POST return 405 method_not_allowed'),
          edge('raw requests with an unknown expectation return 417 expectation_failed'),
        ],
      '`invalid_parameter` | 400 | A parameter is missing or invalid.': [
        lookup('GET /v1/certs/{grader}/{cert}: 400 rejects *, which is not a boolean'),
        lookup('GET /v1/certs/{grader}/{cert}: 400 rejects a parameter that is sent twice'),
      ],
      '`invalid_api_key` | 401 | Missing, disabled or invalid key.': [
        keys('authentication: 401 rejects a request without a key'),
        keys(
          'authentication: 401 rejects a disabled key immediately, even on a gateway that had cached it',
        ),
      ],
      '`forbidden` | 403 | Key not allowed to access the resource.': [
        quota('charging does not charge the quota for a request without permission'),
      ],
      '`not_found` | 404 | Endpoint does not exist.': [
        envelope('a request for an unknown endpoint returns 404 for *'),
      ],
      '`rate_limited` | 429 | Too many calls per second.': [
        quota(
          'admission checks the rate limit before permissions, and sends no quota headers if it is exceeded',
        ),
      ],
      '`quota_exceeded` | 429 | Quota for the period used up.': [
        quota(
          'quota headers count down to zero with a constant reset time, and the next request returns 429',
        ),
      ],
      '`timeout_error` | 504 | Request took too long; retry after the `Retry-After` value (120 seconds).':
        [
          stallsAndShutdown(
            'requests while a dependency is stalled return 504 while every instance of a service is stalled, and succeed once one resumes',
          ),
        ],
      '`internal_error` | 5xx | Server-side failure.': [
        stallsAndShutdown(
          'requests while a dependency is stalled return 503 with Retry-After until a stalled database recovers',
        ),
      ],
    },
  },
  {
    heading: 'Codes specific to endpoints',
    statements: {
      '`processing` | 202 | Spec known but not yet linked to a card; retry shortly. Also returned by cert images. | `/v1/specs/...`, `/v1/certs/{grader}/{cert}/images`':
        [
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 202 returns 202 for a spec whose mapping is in progress at /{spec_id}*',
          ),
          images(
            'GET /v1/certs/{grader}/{cert}/images 202: returns processing if the cert exists but its images have not been imported',
          ),
        ],
      '`invalid_grader` | 400 | Unknown grader. | `/v1/certs/...`, `/v1/specs/...`, `/v1/cards/{card_id}/...`, `/v1/cards/search/structured`':
        [
          lookup('GET /v1/certs/{grader}/{cert}: 400 rejects * as an unknown grader'),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 400 rejects a grader other than psa unless the alternate representation is requested: *',
          ),
          population('GET /v1/cards/{card_id}/population: 400 rejects an unknown grader'),
          structuredSearch('GET /v1/cards/search/structured 400: rejects an unknown grader'),
        ],
      '`cert_not_found` | 404 | No such cert. | `/v1/certs/...`': [
        lookup(
          'GET /v1/certs/{grader}/{cert}: 404 returns the unknown cert number in the error details',
        ),
      ],
      '`card_not_found` | 404 | No such card, or no card maps to the spec. | `/v1/cards/{card_id}/...`, `/v1/specs/...`':
        [
          population('GET /v1/cards/{card_id}/population: 404 returns 404 for *'),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 404 returns 404 for an unmapped spec number at /{spec_id}*',
          ),
        ],
      '`spec_not_found` | 404 | No such spec. | `/v1/specs/...`': [
        specs(
          'GET /v1/specs/{grader}/{spec_id}: 404 returns 404 for an unknown spec number at /{spec_id}*',
        ),
      ],
      '`as_of_unavailable` | 503 | Historical data temporarily unavailable. | `/v1/cards/{card_id}/population/history`':
        [
          noHistory(
            'card history before and after imports returns 503 before any date is recorded',
          ),
        ],
      'Error codes for an invalid cursor or an out-of-range `since` on the change feed: not shown.':
        'leaves open what it is',
      'Values of `details.type` on `bad_request`: not shown.': 'leaves open what it is',
    },
  },
];
