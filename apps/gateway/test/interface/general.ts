import type { Section } from '../interface-statements.ts';
import {
  card,
  catalog,
  edge,
  envelope,
  feed,
  gradeMap,
  gradeScales,
  history,
  images,
  lookup,
  matches,
  noHistory,
  openApi,
  parameters,
  population,
  simpleSearch,
  specs,
  rejectedMatches,
} from './tests.ts';

/** Maps the general statements in the interface specification to their tests. */
export const GENERAL: readonly Section[] = [
  {
    heading: 'Graded Card Data Service: Interface Specification',
    statements: {
      'This single document covers the whole service: purpose, resources and fields, states, endpoints, authentication, events, errors, limits and versioning.':
        'introduction',
      'Naming: every identifier that carries a card identifier uses the neutral stem `card` (`card_id`, `universal_card_id`, `card_url`, `card_ids`).':
        [
          population(
            'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
          ),
        ],
      'Field and query-parameter names are snake_case.': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
        population(
          'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
        ),
        openApi('the published OpenAPI document documents the parameters and responses of *'),
      ],
    },
  },
  {
    heading: 'What the service does',
    statements: {
      'The service is a read-only JSON API over HTTPS for graded trading-card data.': [
        edge('raw requests with POST return 405 method_not_allowed'),
      ],
      'Every operation is an HTTP `GET`.': [
        edge('raw requests with PUT return 405 method_not_allowed'),
        edge('raw requests with DELETE return 405 method_not_allowed'),
      ],
      'It provides:': 'introduces a list',
      'lookup of one graded copy (a cert) by grading company (grader) and cert number;': [
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
      "a card's population report (counts of graded copies per grade and per grader) and its population history;":
        [
          population(
            'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
          ),
          history(
            'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
          ),
        ],
      'lookup and search of cards;': [
        card(
          'GET /v1/cards/{card_id} 200: returns identity, parsed description, totals and population',
        ),
        simpleSearch(
          'GET /v1/cards/search/simple 200: returns a card with identity, parsed description and totals across all graders',
        ),
      ],
      "resolving a grader's own catalog entry (a spec) to a card;": [
        specs("GET /v1/specs/{grader}/{spec_id}: 200 returns the identity of the spec's card"),
      ],
      'a feed of cards whose population changed;': [
        feed(
          'GET /v1/cards/population/changes: 200 returns the ids, their count, the first day, has_more and the next cursor',
        ),
      ],
      'cert images;': [images('GET /v1/certs/{grader}/{cert}/images 200: returns both sides')],
      'bulk catalog downloads as CSV;': [
        catalog(
          'GET /v1/catalogs/{catalog}: 200 with the catalog pokemon, lists every grader card in the category Pokemon once, ordered by card id',
        ),
      ],
      'a grade map.': [
        gradeMap('GET *: 200 orders grades from lowest to highest, followed by qualifiers'),
      ],
      'The service address is `{base_url}`.': 'a placeholder of the specification',
      'Every route lives under the prefix `/v1`.': [
        envelope('a request for an unknown endpoint returns 404 for *'),
        openApi(
          'the published OpenAPI document lists every operation under its path, with its aliases, and no others',
        ),
      ],
      'Vocabulary:': 'introduces a list',
      'cert: one physical graded copy of a card, identified by grader and cert number;':
        'a definition',
      'card: the card definition, identified by a card id;': 'a definition',
      "spec: a grader's own catalog entry for a card (spec number);": 'a definition',
      'population: counts of graded copies of a card by grade.': 'a definition',
      'Conventions:': 'introduces a list',
      'JSON field names and query-parameter names are snake_case.': [
        population(
          'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
        ),
        openApi('the published OpenAPI document documents the parameters and responses of *'),
      ],
      'Dates are `YYYY-MM-DD`.': [
        population(
          'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
        ),
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
        ),
      ],
      'Timestamps are ISO 8601 UTC.': 'no response has a timestamp',
      'Booleans in a query string are the strings `true` and `false`.': [
        parameters('flag parameters parse * as *'),
      ],
      'Any other value returns `400` with code `invalid_parameter`.': [
        lookup('GET /v1/certs/{grader}/{cert}: 400 rejects *, which is not a boolean'),
        parameters('flag parameters accept only true and false'),
      ],
      'Grader values: `psa`, `beckett`, `sgc`, `cgc`.': [gradeScales('readGrader parses * as *')],
      'Where aliases are accepted, they are normalized: `bgs`, `bvg`, `bccg` become `beckett`; `csg` becomes `cgc`.':
        [
          lookup('GET /v1/certs/{grader}/{cert}: 200 accepts * as an alias for beckett'),
          gradeScales('readGrader parses * as *'),
        ],
      'Card identifier rules:': 'introduces a list',
      'Each grader catalogs a card independently, so a real-world card has up to four grader-scoped card ids (one per grader).':
        [
          population(
            'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
          ),
        ],
      'When the service matches several grader entries as the same card, one of those ids is promoted to the universal card id.':
        [
          population(
            'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
          ),
          matches(
            'an import of manual matches creates a universal card when a row matches a card to an unmatched card or to itself',
          ),
        ],
      'For the promoted grader `card_id` equals `universal_card_id`.': [
        population(
          "GET /v1/cards/{card_id}/population: 200 returns the same population for another grader's card id, with that card's identity",
        ),
      ],
      'For the other graders `card_id` differs from it.': [
        population(
          "GET /v1/cards/{card_id}/population: 200 returns the same population for another grader's card id, with that card's identity",
        ),
      ],
      'The universal id does not change for a card definition and works on any endpoint taking a card id, for any grader.':
        [
          population(
            'GET /v1/cards/{card_id}/population: 200 with grader=*, restricts the totals to that grader',
          ),
          history(
            'GET /v1/cards/{card_id}/population/history: 200 returns the same response at the alias /history',
          ),
          rejectedMatches('an import of manual matches rejects *'),
        ],
      'When `universal_card_id` is absent (null), the card is not matched across graders.': [
        population(
          "GET /v1/cards/{card_id}/population: 200 returns only one grader's population if the card is unmatched",
        ),
        simpleSearch('GET /v1/cards/search/simple 200: returns an unmatched card'),
      ],
      'Its `card_id` still works on every endpoint and keeps working after a later match.': [
        population(
          "GET /v1/cards/{card_id}/population: 200 returns only one grader's population if the card is unmatched",
        ),
        noHistory(
          'card history before and after imports is available under both ids after a card is matched',
        ),
      ],
      'A card id is obtained from cert lookup, spec lookup, catalog downloads (one id per row), search results, or the web app.':
        [
          catalog(
            'GET /v1/catalogs/{catalog}: 200 returns the URL of the grader card, not of the universal card, in card_url',
          ),
          specs("GET /v1/specs/{grader}/{spec_id}: 200 returns the identity of the spec's card"),
          lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
          simpleSearch(
            'GET /v1/cards/search/simple 200: returns a card with identity, parsed description and totals across all graders',
          ),
        ],
      'The id is the hex segment after `/card/` in a card page address.': [
        catalog(
          'GET /v1/catalogs/{catalog}: 200 returns the URL of the grader card, not of the universal card, in card_url',
        ),
        lookup('GET /v1/certs/{grader}/{cert}: 200 returns every field of a psa cert'),
      ],
    },
  },
];
