import type { Section } from '../interface-statements.ts';
import {
  changes,
  edge,
  envelope,
  headers,
  images,
  keys,
  lookup,
  neighbors,
  noHistory,
  parameters,
  population,
  quota,
  specs,
  structuredSearch,
} from './tests.ts';

/** Statements on errors in the interface specification, with their tests, by heading. */
export const ERRORS: readonly Section[] = [
  {
    heading: 'Errors',
    statements: {
      'An error returns a non-2xx status (the `processing` condition returns `202`) with the error envelope.':
        [
          parameters('errors with the code * have status *'),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 202 is returned for a spec whose mapping is in progress*',
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
          'GET /v1/cards/population/changes: 200 returns the same cursor with an empty page, and later changes follow it',
        ),
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      '`202` | Accepted but still processing; retry shortly.': [
        images(
          'GET /v1/certs/{grader}/{cert}/images 202: returns processing when the cert exists but its images are not imported yet',
        ),
        headers('the Retry-After header is sent with the status processing'),
      ],
      '`400` | Malformed or invalid request.': [
        lookup('GET /v1/certs/{grader}/{cert}: 400 rejects *, which is not a boolean'),
        edge('rejected raw requests with bytes that are not HTTP get 400 malformed_request'),
      ],
      '`401` | Missing or invalid key.': [
        keys('authentication: 401 rejects a request without a key'),
      ],
      '`403` | Key not allowed.': [quota('charging excludes no permission')],
      '`404` | The requested item does not exist.': [
        lookup('GET /v1/certs/{grader}/{cert}: 404 names the unknown cert in the details'),
      ],
      '`429` | Rate limit or quota exceeded.': [
        quota(
          'the order of checks rejects an exceeded rate before a missing permission, without quota headers',
        ),
        quota(
          'quota headers count down by one to zero with one reset, and requests are then rejected until the reset',
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
          edge('rejected raw requests with POST get 405 method_not_allowed'),
          edge('rejected raw requests with an expectation get 417 expectation_failed'),
        ],
      '`invalid_parameter` | 400 | A parameter is missing or invalid.': [
        lookup('GET /v1/certs/{grader}/{cert}: 400 rejects *, which is not a boolean'),
        lookup('GET /v1/certs/{grader}/{cert}: 400 rejects a parameter that is sent twice'),
      ],
      '`invalid_api_key` | 401 | Missing, disabled or invalid key.': [
        keys('authentication: 401 rejects a request without a key'),
        keys(
          'authentication: 401 rejects a disabled key at once, even on a gateway that had cached it',
        ),
      ],
      '`forbidden` | 403 | Key not allowed to access the resource.': [
        quota('charging excludes no permission'),
      ],
      '`not_found` | 404 | Endpoint does not exist.': [
        envelope('an unknown endpoint returns 404 for *'),
      ],
      '`rate_limited` | 429 | Too many calls per second.': [
        quota(
          'the order of checks rejects an exceeded rate before a missing permission, without quota headers',
        ),
      ],
      '`quota_exceeded` | 429 | Quota for the period used up.': [
        quota(
          'quota headers count down by one to zero with one reset, and requests are then rejected until the reset',
        ),
      ],
      '`timeout_error` | 504 | Request took too long; retry after the `Retry-After` value (120 seconds).':
        [
          neighbors(
            'requests while a dependency is stalled return 504 while every instance is stalled, until one resumes',
          ),
        ],
      '`internal_error` | 5xx | Server-side failure.': [
        neighbors(
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
            'GET /v1/specs/{grader}/{spec_id}: 202 is returned for a spec whose mapping is in progress*',
          ),
          images(
            'GET /v1/certs/{grader}/{cert}/images 202: returns processing when the cert exists but its images are not imported yet',
          ),
        ],
      '`invalid_grader` | 400 | Unknown grader. | `/v1/certs/...`, `/v1/specs/...`, `/v1/cards/{card_id}/...`, `/v1/cards/search/structured`':
        [
          lookup('GET /v1/certs/{grader}/{cert}: 400 rejects * as an unknown grader'),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 400 *: supports only psa without the alternate representation',
          ),
          population('GET /v1/cards/{card_id}/population: 400 rejects an unknown grader'),
          structuredSearch('GET /v1/cards/search/structured 400: rejects an unknown grader'),
        ],
      '`cert_not_found` | 404 | No such cert. | `/v1/certs/...`': [
        lookup('GET /v1/certs/{grader}/{cert}: 404 names the unknown cert in the details'),
      ],
      '`card_not_found` | 404 | No such card, or no card maps to the spec. | `/v1/cards/{card_id}/...`, `/v1/specs/...`':
        [
          population('GET /v1/cards/{card_id}/population: 404 is returned for *'),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 404 is returned for a number that is known to have no card*',
          ),
        ],
      '`spec_not_found` | 404 | No such spec. | `/v1/specs/...`': [
        specs('GET /v1/specs/{grader}/{spec_id}: 404 is returned for an unknown number*'),
      ],
      '`as_of_unavailable` | 503 | Historical data temporarily unavailable. | `/v1/cards/{card_id}/population/history`':
        [noHistory('card history around imports returns 503 before any date is recorded')],
      'Error codes for an invalid cursor or an out-of-range `since` on the change feed: not shown.':
        'leaves open what it is',
      'Values of `details.type` on `bad_request`: not shown.': 'leaves open what it is',
    },
  },
];
