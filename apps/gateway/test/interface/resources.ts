import type { Section } from '../interface-statements.ts';
import {
  authentication,
  catalog,
  certGraders,
  certGrades,
  changes,
  envelope,
  gradeMap,
  lookup,
  parameters,
  population,
  populationContext,
  structuredSearch,
} from './tests.ts';

/** Maps the statements about resources in the interface specification to their tests. */
export const RESOURCES: readonly Section[] = [
  {
    heading: 'Response envelope',
    statements: {
      'success | `data` | object, or array for list endpoints | The result. An empty list is `200` with `data: []`.':
        [
          lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
          structuredSearch(
            "GET /v1/cards/search/structured 200: does not combine the words of two graders' cards",
          ),
          changes(
            'GET /v1/cards/population/changes: 200 returns an empty page and the same cursor until there are new changes',
          ),
        ],
      'success | `meta.request_id` | string | Always present.': [
        envelope('every response to * has the request id in its header and in its body'),
      ],
      'success (list form) | `meta.pagination` | object | Fields: `page`, `page_size`, `total`, `total_pages` (integers), `next_page` (integer).':
        [gradeMap('GET *: 200 returns all grades in one response')],
      'error | `error.code` | string | Stable, machine-readable.': [
        lookup(
          'GET /v1/certs/{grader}/{cert}: 404 returns the unknown cert number in the error details',
        ),
        parameters('errors with the code * have status *'),
      ],
      'error | `error.message` | string | For humans; may change.': [
        lookup(
          'GET /v1/certs/{grader}/{cert}: 404 returns the unknown cert number in the error details',
        ),
      ],
      'error | `error.details` | object, optional | Context, for example `grader` and `cert` on `cert_not_found`.':
        [
          lookup(
            'GET /v1/certs/{grader}/{cert}: 404 returns the unknown cert number in the error details',
          ),
          lookup('GET /v1/certs/{grader}/{cert}: 400 rejects *, which is not a boolean'),
        ],
      'error | `meta.request_id` | string | Always present.': [
        envelope('every response to * has the request id in its header and in its body'),
      ],
    },
  },
  {
    heading: 'Card identity fields (top level of cert, spec, card and search responses)',
    statements: {
      '`description` | string | Human-readable card description.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      '`universal_card_id` | string or null | Cross-grader id. Null when not matched.': [
        population(
          "GET /v1/cards/{card_id}/population: 200 returns only one grader's population if the card is unmatched",
        ),
        certGraders(
          'GET /v1/certs/{grader}/{cert} for each grader returns no universal card id for a beckett cert whose card is unmatched',
        ),
      ],
      '`card_id` | string or null | Grader-scoped id of the entry looked up. Null for certs that cannot be associated with a card.':
        [
          certGrades(
            'GET /v1/certs/{grader}/{cert}: grades and counts returns nulls and an all-zero autograph split for a psa cert without a card',
          ),
          population(
            "GET /v1/cards/{card_id}/population: 200 returns the same population for another grader's card id, with that card's identity",
          ),
        ],
      '`is_universal_match` | boolean |': [
        population(
          'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
        ),
        population(
          "GET /v1/cards/{card_id}/population: 200 returns only one grader's population if the card is unmatched",
        ),
      ],
      '`card_url` | string (URL) | Public card page.': [
        catalog(
          'GET /v1/catalogs/{catalog}: 200 returns the URL of the grader card, not of the universal card, in card_url',
        ),
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      '`grader` | string | One of `psa`, `beckett`, `sgc`, `cgc`.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 accepts * as an alias for beckett'),
      ],
      '`parsed_description` | object, optional | Present only when requested. Members (strings, the last two nullable): `category`, `year`, `set_name`, `name`, `card_number`, `parallel`, `subset`.':
        [
          lookup(
            'GET /v1/certs/{grader}/{cert}: 200 adds no parsed description with parsed_description=false',
          ),
          lookup('GET /v1/certs/{grader}/{cert}: 200 adds the parsed description for *'),
        ],
    },
  },
  {
    heading: 'Cert (`data` of cert lookup)',
    statements: {
      'Identity fields at top level.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      'Everything specific to the grader is under `grader_data`.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      '`cert` | string | Cert number.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      '`grade` | string or null | Grade label key, `{grader}_{grade}`.': [
        certGraders(
          'GET /v1/certs/{grader}/{cert} for each grader returns grade labels and counts in the grade scale of *',
        ),
        certGrades(
          "GET /v1/certs/{grader}/{cert}: grades and counts returns the card's autograph split, but no population context, for a cert without a grade",
        ),
      ],
      '`grade_label` | string | Display label of the grade. Qualifier grades have their own label form.':
        [
          lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
          certGrades(
            'GET /v1/certs/{grader}/{cert}: grades and counts ranks a cert with a qualifier by its grade number',
          ),
        ],
      "`set_url` | string (URL) | Grader's set population page.": [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      '`population_context` | object or null | Within-grader counts: `grade_population`, `population_higher`, `total_population`, `gem_total` (integers), `gem_rate` (number). `grade_qualifier_population` (integer) appears on some certs.':
        [
          lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
          certGrades(
            'GET /v1/certs/{grader}/{cert}: grades and counts ranks a cert with a qualifier by its grade number',
          ),
          populationContext(
            'population context of a cert has counts below, at and above the grade that add up to the total',
          ),
        ],
      '`has_auto_grade` | boolean |': [
        certGrades(
          'GET /v1/certs/{grader}/{cert}: grades and counts returns has_auto_grade=true and the autograph grade of an autographed cert',
        ),
      ],
      '`auto_grade_label` | string or null |': [
        certGrades(
          'GET /v1/certs/{grader}/{cert}: grades and counts returns has_auto_grade=true and the autograph grade of an autographed cert',
        ),
      ],
      '`cert_retrieval_month` | string `YYYY-MM` | Month the card data was last retrieved.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      '`spec_id` | string | `psa` certs only.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
        certGraders(
          'GET /v1/certs/{grader}/{cert} for each grader returns subgrades and no psa fields for a beckett cert',
        ),
      ],
      '`qualifier_type` | string or null | `psa` certs.': [
        certGrades(
          'GET /v1/certs/{grader}/{cert}: grades and counts ranks a cert with a qualifier by its grade number',
        ),
      ],
      '`population_context_auto_split` | object | `psa` certs only, always included. Members `auto` and `non_auto`, each with `grade_population`, `population_higher`, `total_population`, `grade_qualifier_population` (integers).':
        [
          certGrades(
            "GET /v1/certs/{grader}/{cert}: grades and counts returns the card's autograph split, but no population context, for a cert without a grade",
          ),
          certGrades(
            'GET /v1/certs/{grader}/{cert}: grades and counts returns nulls and an all-zero autograph split for a psa cert without a card',
          ),
        ],
      '`subgrades` | object | `beckett` certs, when present. It holds four subgrades. Names of its members: not shown.':
        [
          certGraders(
            'GET /v1/certs/{grader}/{cert} for each grader returns subgrades and no psa fields for a beckett cert',
          ),
        ],
      'A grader-specific field that is missing means not applicable to that grader.': [
        certGraders(
          'GET /v1/certs/{grader}/{cert} for each grader returns subgrades and no psa fields for a beckett cert',
        ),
      ],
      'Non-standard certs: a cert that cannot be associated with a card (most commonly under the `bccg` alias of `beckett`) returns `card_id` and `universal_card_id` as null, and `grade` and `population_context` may be null.':
        [
          certGraders(
            'GET /v1/certs/{grader}/{cert} for each grader returns a null card_id and a null grade for a cert with neither a card nor a grade',
          ),
        ],
      'A `beckett` cert can have `universal_card_id` null and `is_universal_match` false while `card_id` is set.':
        [
          certGraders(
            'GET /v1/certs/{grader}/{cert} for each grader returns no universal card id for a beckett cert whose card is unmatched',
          ),
        ],
    },
  },
  {
    heading: 'Standalone authentication record (`psa_dna=true` on cert lookup)',
    statements: {
      'A signed item authenticated for the signature only, with no card grade.': [
        authentication(
          'GET /v1/certs/{grader}/{cert}?psa_dna=true: 200 returns the fields of an authentication record, with no population',
        ),
      ],
      '`description` | string': [
        authentication(
          'GET /v1/certs/{grader}/{cert}?psa_dna=true: 200 returns the fields of an authentication record, with no population',
        ),
      ],
      '`result` | string': [
        authentication(
          'GET /v1/certs/{grader}/{cert}?psa_dna=true: 200 returns the fields of an authentication record, with no population',
        ),
      ],
      '`primary_subjects` | array of strings': [
        authentication(
          'GET /v1/certs/{grader}/{cert}?psa_dna=true: 200 returns the fields of an authentication record, with no population',
        ),
      ],
      '`other_subjects` | array of strings (may be empty)': [
        authentication(
          'GET /v1/certs/{grader}/{cert}?psa_dna=true: 200 returns an empty list of other subjects if the record has none',
        ),
      ],
      '`cert_details_cached` | string `YYYY-MM`': [
        authentication(
          'GET /v1/certs/{grader}/{cert}?psa_dna=true: 200 returns an empty list of other subjects if the record has none',
        ),
      ],
      'This record has no population.': [
        authentication(
          'GET /v1/certs/{grader}/{cert}?psa_dna=true: 200 returns the fields of an authentication record, with no population',
        ),
      ],
    },
  },
];
