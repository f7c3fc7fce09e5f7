import type { Section } from '../interface-statements.ts';
import {
  catalog,
  certPopulation,
  edge,
  feed,
  images,
  simpleSearch,
  specs,
  structuredSearch,
} from './tests.ts';

/** Maps the statements about records in the interface specification to their tests. */
export const RECORDS: readonly Section[] = [
  {
    heading: 'Search result (simple search)',
    statements: {
      'identity fields, including `parsed_description` | as above': [
        simpleSearch(
          'GET /v1/cards/search/simple 200: returns a card with identity, parsed description and totals across all graders',
        ),
      ],
      '`total_population` | integer (cross-grader)': [
        simpleSearch(
          'GET /v1/cards/search/simple 200: returns a card with identity, parsed description and totals across all graders',
        ),
      ],
      '`gem_total` | integer': [
        simpleSearch(
          'GET /v1/cards/search/simple 200: returns a card with identity, parsed description and totals across all graders',
        ),
      ],
      '`gem_rate` | number': [
        simpleSearch(
          'GET /v1/cards/search/simple 200: returns a card with identity, parsed description and totals across all graders',
        ),
      ],
      '`graders_included` | array of grader values': [
        simpleSearch(
          'GET /v1/cards/search/simple 200: returns a card with identity, parsed description and totals across all graders',
        ),
      ],
    },
  },
  {
    heading: 'Search result (structured search)',
    statements: {
      'Per grader, an array of entries: `description` (string), `card_id` (string), `population` (integer), `search_score` (number).':
        [
          structuredSearch(
            "GET /v1/cards/search/structured 200: returns each grader's cards that contain all words",
          ),
        ],
    },
  },
  {
    heading: 'Change feed page',
    statements: {
      '`card_ids` (array of strings), `count` (integer), `since` (date), `has_more` (boolean), `next_cursor` (opaque string).':
        [
          feed(
            'GET /v1/cards/population/changes: 200 returns the ids, their count, the first day, has_more and the next cursor',
          ),
        ],
    },
  },
  {
    heading: 'Image record',
    statements: {
      '`grader` (string), `cert` (string), `image_front` (URL string), `image_back` (URL string).':
        [images('GET /v1/certs/{grader}/{cert}/images 200: returns both sides')],
    },
  },
  {
    heading: 'Spec record',
    statements: {
      'Identity fields plus `grader` and `spec_id` (string).': [
        specs("GET /v1/specs/{grader}/{spec_id}: 200 returns the identity of the spec's card"),
      ],
      'The population form adds `population`.': [
        specs(
          'GET /v1/specs/{grader}/{spec_id}/population: 200 returns the spec with the population of its card',
        ),
      ],
      'The alternate form (see Endpoints) returns `card_id`, `spec` (`grader`, `spec_id`), `description`, `category`, `year`, `set_name`, `name`, `card_number`, `parallel`, and optionally `population` (`total`, `grades`, `by_grader`, `gem_total`, `gem_rate`, `last_population_change`).':
        [
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 200 with auto=false, returns the alternate representation for any grader',
          ),
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 200 with include=population, adds the population for all graders',
          ),
        ],
    },
  },
  {
    heading: 'Other resources',
    statements: {
      'Fields added by `include=source`: not shown.': 'leaves open what it is',
      'Fields of the `cross_grader` block: not shown.': 'leaves open what it is',
      'Catalog (CSV) rows: each row carries the card id; the other columns are not shown.': [
        catalog(
          'GET /v1/catalogs/{catalog}: 200 with the catalog pokemon, lists every grader card in the category Pokemon once, ordered by card id',
        ),
      ],
      "Grade map (each grade's per-grader label keys and display names): exact shape not shown.":
        'leaves open what it is',
    },
  },
  {
    heading: 'States and transitions',
    statements: {
      'The service exposes no resource with a lifecycle that a caller changes.': [
        edge('raw requests with PATCH return 405 method_not_allowed'),
      ],
      'Two link conditions are visible:': 'introduces a list',
      'A spec is known but its card mapping is still being built | `202` with code `processing` on spec endpoints; retry shortly':
        [
          specs(
            'GET /v1/specs/{grader}/{spec_id}: 202 returns 202 for a spec whose mapping is in progress at /{spec_id}*',
          ),
        ],
      'A cert is known but not yet linked to a card entity | `population` is null on the cert population endpoint':
        [
          certPopulation(
            'GET /v1/certs/{grader}/{cert}/population: 200 returns a null population for *, which is not linked to a card',
          ),
        ],
      "A cert's images are still being prepared | `202` with code `processing` on the images endpoint":
        [
          images(
            'GET /v1/certs/{grader}/{cert}/images 202: returns processing if the cert exists but its images have not been imported',
          ),
        ],
      'Transitions: not shown.': 'leaves open what it is',
    },
  },
];
