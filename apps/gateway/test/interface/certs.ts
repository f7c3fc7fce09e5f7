import type { Section } from '../interface-statements.ts';
import {
  authentication,
  certGrades,
  certPopulation,
  charging,
  edge,
  envelope,
  headers,
  images,
  include,
  keys,
  lookup,
  openApi,
  population,
  quota,
  servicesAgree,
  specs,
} from './tests.ts';

/** Maps the statements about certs in the interface specification to their tests. */
export const CERTS: readonly Section[] = [
  {
    heading: 'Endpoints',
    statements: {
      'All endpoints use `GET`, require the `x-api-key` header, and return the envelope above.': [
        edge('raw requests with POST return 405 method_not_allowed'),
        keys('authentication: 401 rejects a request without a key'),
        envelope('every response to * has the request id in its header and in its body'),
      ],
      'Path variables: `{grader}` is one of `psa`, `beckett`, `sgc`, `cgc`; `{cert}` is the cert number printed on the slab (string); `{card_id}` is a card id (universal or grader-scoped); `{spec_id}` is a string.':
        [
          lookup('GET /v1/certs/{grader}/{cert}: 400 rejects * as an unknown grader'),
          lookup('GET /v1/certs/{grader}/{cert}: 404 returns 404 for a cert *'),
          population(
            "GET /v1/cards/{card_id}/population: 200 returns the same population for another grader's card id, with that card's identity",
          ),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 404 returns 404 for an unknown spec number at /{spec_id}*',
          ),
        ],
      'Shared optional query flags (boolean, `true` or `false`, otherwise `400 invalid_parameter`):':
        [
          lookup('GET /v1/certs/{grader}/{cert}: 400 rejects *, which is not a boolean'),
          certPopulation(
            'GET /v1/certs/{grader}/{cert}/population: 400 requires * to be a boolean',
          ),
          population('GET /v1/cards/{card_id}/population: 400 requires * to be a boolean'),
        ],
      '`auto_split` | Adds the `psa` `auto_split` object to `population_data.by_grader.psa`. | Population endpoints':
        [
          certPopulation(
            'GET /v1/certs/{grader}/{cert}/population: 200 with auto_split=true, adds auto_split to psa',
          ),
          population(
            'GET /v1/cards/{card_id}/population: 200 with auto_split=true, adds auto_split to psa only',
          ),
        ],
      'parsed-description flag | Adds `parsed_description` (per grader for population responses). Its query-parameter name is not shown. | Cert lookup, cert population, spec lookup, spec population, card population':
        [
          lookup('GET /v1/certs/{grader}/{cert}: 200 adds the parsed description for *'),
          certPopulation(
            'GET /v1/certs/{grader}/{cert}/population: 200 with *, adds parsed descriptions at the top level and for each grader',
          ),
          specs('GET /v1/specs/{grader}/{spec_id}: 200 adds the parsed description with *'),
          specs(
            'GET /v1/specs/{grader}/{spec_id}/population: 200 applies universal=false, auto_split=true and parsed_description=true to the population',
          ),
          population(
            'GET /v1/cards/{card_id}/population: 200 adds parsed_description at the top level and for each grader',
          ),
        ],
      'grader-restriction flag (default `true`) | When `false`, restricts the population block to the grader owning the cert or spec (the `{grader}` path segment). Its query-parameter name is not shown. | Cert population, spec population':
        [
          certPopulation(
            "GET /v1/certs/{grader}/{cert}/population: 200 with universal=false, returns only the path's grader",
          ),
          certPopulation(
            'GET /v1/certs/{grader}/{cert}/population: 200 returns all graders by default and with universal=true',
          ),
          specs(
            'GET /v1/specs/{grader}/{spec_id}/population: 200 applies universal=false, auto_split=true and parsed_description=true to the population',
          ),
        ],
    },
  },
  {
    heading: 'Cert lookup',
    statements: {
      '`GET /v1/certs/{grader}/{cert}`': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      'Query: `psa_dna` (boolean, optional, `psa` only, ignores the path grader).': [
        authentication(
          'GET /v1/certs/{grader}/{cert}?psa_dna=true: 200 returns the authentication record, ignoring the grader in the path: *',
        ),
      ],
      'When `true`, returns the standalone authentication record.': [
        authentication(
          'GET /v1/certs/{grader}/{cert}?psa_dna=true: 200 returns the fields of an authentication record, with no population',
        ),
      ],
      'Graded autograph cards do not need it; they return on the normal lookup with grade in `grader_data`.':
        [
          certGrades(
            'GET /v1/certs/{grader}/{cert}: grades and counts returns has_auto_grade=true and the autograph grade of an autographed cert',
          ),
        ],
      'Query: the parsed-description flag.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 adds the parsed description for *'),
      ],
      'Alternate form: `include` is a comma-separated list of `source`, `parsed_description`, `population`.':
        [
          include(
            'GET /v1/certs/{grader}/{cert}?include=…: 200 accepts all values of include together, in any order',
          ),
          include(
            'GET /v1/certs/{grader}/{cert}?include=…: 400 rejects the unknown value in include=*',
          ),
        ],
      "`population` adds the full population block plus a `cross_grader` standing at this cert's grade.":
        [
          servicesAgree(
            'GET /v1/certs/{grader}/{cert}?include=…: 200 adds the population and the cross-grader counts with include=population',
          ),
        ],
      'A boolean `auto` splits that block for `psa` into auto and non_auto, and is ignored without `include=population`.':
        [
          include(
            'GET /v1/certs/{grader}/{cert}?include=…: 200 with auto=true, adds auto_split to psa in the population block',
          ),
          include(
            'GET /v1/certs/{grader}/{cert}?include=…: 200 ignores auto without include=population',
          ),
        ],
      'The path grader accepts the aliases listed above.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 accepts * as an alias for beckett'),
      ],
      'Response `200`: `data` is the Cert, or the authentication record when `psa_dna=true`.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
        authentication(
          'GET /v1/certs/{grader}/{cert}?psa_dna=true: 200 returns the fields of an authentication record, with no population',
        ),
      ],
      'Lean by default: population and images are on their own endpoints.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      'Errors: `400 invalid_grader`, `400 invalid_parameter`, `404 cert_not_found` (with `details.grader` and `details.cert`).':
        [
          lookup('GET /v1/certs/{grader}/{cert}: 400 rejects * as an unknown grader'),
          lookup('GET /v1/certs/{grader}/{cert}: 400 rejects *, which is not a boolean'),
          lookup(
            'GET /v1/certs/{grader}/{cert}: 404 returns the unknown cert number in the error details',
          ),
        ],
    },
  },
  {
    heading: 'Cert population',
    statements: {
      '`GET /v1/certs/{grader}/{cert}/population`': [
        servicesAgree(
          'GET /v1/certs/{grader}/{cert}/population: 200 returns the cert with the population of its card',
        ),
      ],
      'Query: `auto_split`, the grader-restriction flag, the parsed-description flag.': [
        certPopulation(
          'GET /v1/certs/{grader}/{cert}/population: 200 with auto_split=true, adds auto_split to psa',
        ),
        certPopulation(
          "GET /v1/certs/{grader}/{cert}/population: 200 with universal=false, returns only the path's grader",
        ),
        certPopulation(
          'GET /v1/certs/{grader}/{cert}/population: 200 with *, adds parsed descriptions at the top level and for each grader',
        ),
      ],
      '`psa_dna` is not accepted here: sending it returns `400 invalid_parameter`.': [
        certPopulation('GET /v1/certs/{grader}/{cert}/population: 400 rejects psa_dna=*'),
      ],
      'Response `200`: `data` is the Cert (with `grader_data` and its within-grader `population_context`) plus top-level `population` (population block).':
        [
          servicesAgree(
            'GET /v1/certs/{grader}/{cert}/population: 200 returns the cert with the population of its card',
          ),
        ],
      '`population` is null when the cert is known but not yet linked to a card.': [
        certPopulation(
          'GET /v1/certs/{grader}/{cert}/population: 200 returns a null population for *, which is not linked to a card',
        ),
      ],
      'Errors: `400 invalid_grader`, `400 invalid_parameter`, `404 cert_not_found`.': [
        certPopulation('GET /v1/certs/{grader}/{cert}/population: 400 rejects an unknown grader'),
        certPopulation('GET /v1/certs/{grader}/{cert}/population: 400 requires * to be a boolean'),
        certPopulation(
          'GET /v1/certs/{grader}/{cert}/population: 404 returns 404 for an unknown cert',
        ),
      ],
    },
  },
  {
    heading: 'Cert images',
    statements: {
      '`GET /v1/certs/{grader}/{cert}/images`': [
        images('GET /v1/certs/{grader}/{cert}/images 200: returns both sides'),
      ],
      'No query parameters.': [
        openApi('the published OpenAPI document documents the parameters and responses of *'),
        images('GET /v1/certs/{grader}/{cert}/images 400: rejects psa_dna=*'),
      ],
      'Response `200`: the Image record.': [
        images('GET /v1/certs/{grader}/{cert}/images 200: returns both sides'),
      ],
      "Only links are provided; use remains subject to the grading company's rights and terms.":
        'rights of third parties',
      'Response `202` with code `processing`: retry shortly.': [
        images(
          'GET /v1/certs/{grader}/{cert}/images 202: returns processing if the cert exists but its images have not been imported',
        ),
        headers('the Retry-After header is sent with a 202 processing response'),
      ],
      'Image access is not included in basic plans; a key without it receives `403 forbidden`.': [
        charging('charging 403: charges nothing for a catalog that the key may not download'),
        quota('admission checks permissions before quotas'),
      ],
      'Errors: `400 invalid_grader`.': [
        images('GET /v1/certs/{grader}/{cert}/images 400: rejects an unknown grader'),
      ],
      'Charged to bucket `read:images` where the plan limits it.': [
        charging(
          'the quota bucket of a request is read:images for /v1/certs/psa/10000001/images if the plan has a limit for that permission',
        ),
      ],
    },
  },
];
