import type { Section } from '../interface-statements.ts';
import {
  card,
  charging,
  history,
  noHistory,
  population,
  reference,
  relevance,
  simpleSearch,
  structuredSearch,
} from './tests.ts';

/** Maps the statements about cards and search in the interface specification to their tests. */
export const CARDS_AND_SEARCH: readonly Section[] = [
  {
    heading: 'Card population',
    statements: {
      '`GET /v1/cards/{card_id}/population`': [
        population(
          'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
        ),
      ],
      'Query: `auto_split`; the parsed-description flag; a grader filter (one of `psa`, `beckett`, `sgc`, `cgc`) that returns population data only for that grader (its query-parameter name is not shown).':
        [
          population(
            'GET /v1/cards/{card_id}/population: 200 with auto_split=true, adds auto_split to psa only',
          ),
          population(
            'GET /v1/cards/{card_id}/population: 200 adds parsed_description at the top level and for each grader',
          ),
          population(
            'GET /v1/cards/{card_id}/population: 200 with grader=*, restricts the totals to that grader',
          ),
        ],
      'Response `200`: identity fields and `population` (population block).': [
        population(
          'GET /v1/cards/{card_id}/population: 200 includes every grader that lists the card',
        ),
      ],
      'Errors: `400 invalid_grader`, `404 card_not_found`.': [
        population('GET /v1/cards/{card_id}/population: 400 rejects an unknown grader'),
        population('GET /v1/cards/{card_id}/population: 404 returns 404 for *'),
      ],
    },
  },
  {
    heading: 'Card population history',
    statements: {
      '`GET /v1/cards/{card_id}/population/history`': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
        ),
      ],
      'Response `200`: identity fields and `population` (population history block).': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
        ),
      ],
      "It returns every grader's series over a trailing three-year window anchored at the latest recorded date (`window.as_of`), stepping back by `window.interval`.":
        [
          reference(
            'compared with a reference implementation, the history is the same for * series',
          ),
          history(
            'GET /v1/cards/{card_id}/population/history: 200 returns one point every two weeks, counted back from the latest recorded date',
          ),
        ],
      'The `window` object echoes the resolved grid.': [
        history(
          'GET /v1/cards/{card_id}/population/history: 200 returns 157 points for interval=week',
        ),
      ],
      'Errors: `400 invalid_grader`, `404 card_not_found`, `503 as_of_unavailable` (historical data temporarily unavailable; retry later).':
        [
          history('GET /v1/cards/{card_id}/population/history: 400 rejects an unknown grader'),
          history(
            'GET /v1/cards/{card_id}/population/history: 404 returns 404 for an unknown card',
          ),
          noHistory(
            'card history before and after imports returns 503 before any date is recorded',
          ),
        ],
      'Charged to bucket `read:history` where the plan limits it.': [
        charging(
          'the quota bucket of a request is read:history for /v1/cards/1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a/population/history if the plan has a limit for that permission',
        ),
      ],
      'Query parameters and response fields beyond those listed: not shown.':
        'leaves open what it is',
    },
  },
  {
    heading: 'Card by id',
    statements: {
      '`GET /v1/cards/{card_id}` is named as the route of the card itself with optional `/history` beneath it.':
        [
          card(
            'GET /v1/cards/{card_id} 200: returns identity, parsed description, totals and population',
          ),
          history(
            'GET /v1/cards/{card_id}/population/history: 200 returns the same response at the alias /history',
          ),
        ],
      'Its payload is not shown.': 'leaves open what it is',
    },
  },
  {
    heading: 'Search (simple)',
    statements: {
      '`GET /v1/cards/search/simple`': [
        simpleSearch(
          'GET /v1/cards/search/simple 200: returns a card with identity, parsed description and totals across all graders',
        ),
      ],
      'Full-text search across cards ordered by relevance, the same search as the public site.': [
        relevance('search ranks the base card above its parallels, unless the query names them'),
        relevance(
          'search ranks the more popular of two equal matches first, even after populations change',
        ),
        simpleSearch(
          'GET /v1/cards/search/simple 200: drops words only if no card contains all of them',
        ),
      ],
      'One result entry per card (never per grader).': [
        relevance(
          'search merges matched grader cards into one result with all their words, and separates them after an unmatch',
        ),
      ],
      'Inputs: search text (string, 1 to 200 characters); page (integer, 1-based, 1 to 10, default first page).':
        [
          simpleSearch('GET /v1/cards/search/simple 200: accepts any text of 200 characters'),
          simpleSearch('GET /v1/cards/search/simple 400: rejects query=a&page=0'),
          simpleSearch('GET /v1/cards/search/simple 400: rejects query=a&page=11'),
        ],
      'Pages are always 10 cards; there is no page-size parameter.': [
        relevance('search returns ten cards per page without duplicates, up to ten pages'),
      ],
      'The query-parameter names are not shown.': 'leaves open what it is',
      'Response `200`: `data` = `query` (string echo), `page` (integer), `page_size` (integer, 10), `has_more` (boolean), `results` (array of Search result, possibly empty).':
        [
          simpleSearch(
            'GET /v1/cards/search/simple 200: returns a card with identity, parsed description and totals across all graders',
          ),
          simpleSearch('GET /v1/cards/search/simple 200: echoes * exactly as sent'),
          simpleSearch(
            'GET /v1/cards/search/simple 200: returns an empty page after the last page of results',
          ),
        ],
      'Depth cap: page 10 (100 cards); beyond that the query must be narrowed.': [
        relevance('search returns ten cards per page without duplicates, up to ten pages'),
      ],
    },
  },
  {
    heading: 'Search (structured)',
    statements: {
      '`GET /v1/cards/search/structured`': [
        structuredSearch(
          "GET /v1/cards/search/structured 200: returns each grader's cards that contain all words",
        ),
      ],
      'Full-text search for programmatic queries, results grouped by grader.': [
        structuredSearch(
          "GET /v1/cards/search/structured 200: returns each grader's cards that contain all words",
        ),
      ],
      'Best input order: year, set name, card subject name, parallel, card number.':
        'advice to clients',
      'Case-agnostic, no typo tolerance.': [
        structuredSearch('GET /v1/cards/search/structured 200: does not match word prefixes'),
        structuredSearch(
          "GET /v1/cards/search/structured 200: returns each grader's cards that contain all words",
        ),
      ],
      'Inputs: search text (string); optional grader filter (`psa`, `beckett`, `sgc`, `cgc`).': [
        structuredSearch(
          'GET /v1/cards/search/structured 200: restricts results to one grader, named directly or by an alias',
        ),
      ],
      'The query-parameter names are not shown.': 'leaves open what it is',
      'Response `200`: `data` = `query` (string), `graders_included` (array), `results` (object keyed by grader, arrays of structured result entries).':
        [
          structuredSearch(
            "GET /v1/cards/search/structured 200: returns each grader's cards that contain all words",
          ),
        ],
      'Errors: `400 invalid_grader`.': [
        structuredSearch('GET /v1/cards/search/structured 400: rejects an unknown grader'),
      ],
    },
  },
];
