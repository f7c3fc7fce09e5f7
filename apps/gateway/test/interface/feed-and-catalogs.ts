import type { Section } from '../interface-statements.ts';
import { catalog, charging, feed, gradeMap, keys, quota } from './tests.ts';

/** Statements of the interface specification and their tests, by heading. */
export const FEED_AND_CATALOGS: readonly Section[] = [
  {
    heading: 'Population change feed',
    statements: {
      '`GET /v1/cards/population/changes`': [
        feed(
          '200: a page has the ids, how many, the first day, whether there is more, and where to go on',
        ),
      ],
      '`since` | date `YYYY-MM-DD` | Inclusive lower bound, interpreted in UTC. Must be on or before today (UTC) and within the last 30 days. Ignored when `cursor` is also sent.':
        [
          feed(
            '200: since begins with the first change of that day, or of the next one that has any',
          ),
          feed('400 since that is still to come, or too long ago'),
          feed('200: since is ignored beside a cursor, even when it is *'),
          feed('200: since is ignored beside a cursor, even when it is sent twice'),
        ],
      '`cursor` | opaque string | Token from a previous `next_cursor`. Takes precedence over `since`.':
        [feed('400 a cursor that is none: *'), feed('400 a bad cursor beside a good since')],
      'page size | integer | 1 to 10000. The query-parameter name is not shown.': [
        feed('400 limit=*'),
        feed('200: a page of ten thousand ids'),
      ],
      'With neither `since` nor `cursor`, the feed covers today (UTC) only.': [
        feed('200: since is today when nothing is said'),
      ],
      'Response `200`: Change feed page.': [
        feed(
          '200: a page has the ids, how many, the first day, whether there is more, and where to go on',
        ),
      ],
      '`since` echoes the inclusive lower-bound date in effect.': [
        feed('200: since stays the same from page to page, for months'),
      ],
      'Paging is keyset-based: read pages until `has_more` is `false`, passing `next_cursor` back as `cursor`.':
        [feed('200: a page of as many ids as asked for, until there is no more')],
      'Storing the final `next_cursor` and polling from it later yields only ids changed since.': [
        feed('200: a page and one that changes after it was read comes again'),
        feed(
          '200: a page without ids has the cursor that it was asked with, which finds what comes later',
        ),
      ],
      'When caught up, `card_ids` is empty and `next_cursor` echoes the same position so the same token can be reused.':
        [
          feed(
            '200: a page without ids has the cursor that it was asked with, which finds what comes later',
          ),
        ],
      'Charged to bucket `read:changes` where the plan limits it.': [
        charging(
          'buckets read:changes is charged for /v1/cards/population/changes where the plan limits it',
        ),
      ],
    },
  },
  {
    heading: 'Catalog download',
    statements: {
      '`GET /v1/catalogs/{catalog}`': [catalog('200 psa: every entry of psa, of any category')],
      'Bulk CSV export of every card in a catalog, with the card id on each row.': [
        catalog('200 psa: every entry of psa, of any category'),
        catalog('200 rows have the fields of the card, empty where it has none, and end with CRLF'),
      ],
      'Currently requestable catalog values: `psa` and `pokemon`, each gated by its own allowlist of approved keys.':
        [
          catalog('403 a key that is approved for * asks for *: *'),
          catalog('404 there is no catalog *'),
        ],
      'Request parameters and response details: not shown.': 'leaves open what it is',
    },
  },
  {
    heading: 'Grade map',
    statements: {
      "A grade map endpoint (each grade's per-grader label keys and display names) exists; its path is not shown.":
        [
          gradeMap('GET *: 200 goes from the lowest grade to the highest, then the qualifiers'),
          gradeMap('GET *: 200 names each grader`s key and label'),
        ],
    },
  },
  {
    heading: 'Authentication',
    statements: {
      'Every request carries the header `x-api-key` with the API key: `x-api-key: <API_KEY>`.': [
        keys('keys: 401 no key'),
      ],
      'A key is obtained by requesting one from the provider.': 'outside the service',
      'A missing, disabled or invalid key returns `401` with code `invalid_api_key`.': [
        keys('keys: 401 no key'),
        keys('keys: 401 *'),
        keys('keys: 401 a disabled key, at once on a gateway that knew it'),
      ],
      'A valid key without access to the resource returns `403` with code `forbidden`.': [
        quota('what is charged not: no permission'),
        catalog('403 a key that is approved for * asks for *: *'),
      ],
      'Some endpoints need an extra permission (images, history, change feed, catalogs); plans may limit these permissions separately.':
        [
          charging(
            'buckets read:images is charged for /v1/certs/psa/10000001/images where the plan limits it',
          ),
          feed('the plan of a key 403: needs the permission'),
          catalog('403 a key that is approved for * asks for *: *'),
        ],
      'There is no other credential scheme.': [keys('keys: 401 a valid key in *')],
    },
  },
  {
    heading: 'Events',
    statements: {
      'Events: not shown.': 'leaves open what it is',
      'No webhooks or pushed notifications are described.': 'the service pushes nothing',
      'The pull-based change feed (`GET /v1/cards/population/changes`) reports which cards changed.':
        [
          feed(
            '200: a page has the ids, how many, the first day, whether there is more, and where to go on',
          ),
        ],
    },
  },
];
