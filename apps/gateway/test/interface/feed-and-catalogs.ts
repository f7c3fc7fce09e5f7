import type { Section } from '../interface-statements.ts';
import { catalog, charging, feed, gradeMap, keys, quota } from './tests.ts';

/** Statements of the interface specification and their tests, by heading. */
export const FEED_AND_CATALOGS: readonly Section[] = [
  {
    heading: 'Population change feed',
    statements: {
      '`GET /v1/cards/population/changes`': [
        feed(
          '200: page has the ids, their number, the first day, whether there are more, and the next cursor',
        ),
      ],
      '`since` | date `YYYY-MM-DD` | Inclusive lower bound, interpreted in UTC. Must be on or before today (UTC) and within the last 30 days. Ignored when `cursor` is also sent.':
        [
          feed('200: since starts with the first change on or after that day'),
          feed('400 rejects since in the future or too long ago'),
          feed('200: since is ignored with a cursor, even when it is *'),
          feed('200: since is ignored with a cursor, even when it is sent twice'),
        ],
      '`cursor` | opaque string | Token from a previous `next_cursor`. Takes precedence over `since`.':
        [
          feed('400 rejects an invalid cursor: *'),
          feed('400 rejects an invalid cursor despite a valid since'),
        ],
      'page size | integer | 1 to 10000. The query-parameter name is not shown.': [
        feed('400 rejects limit=*'),
        feed('200: page returns ten thousand ids'),
      ],
      'With neither `since` nor `cursor`, the feed covers today (UTC) only.': [
        feed('200: since defaults to today'),
      ],
      'Response `200`: Change feed page.': [
        feed(
          '200: page has the ids, their number, the first day, whether there are more, and the next cursor',
        ),
      ],
      '`since` echoes the inclusive lower-bound date in effect.': [
        feed('200: since stays the same from page to page, for months'),
      ],
      'Paging is keyset-based: read pages until `has_more` is `false`, passing `next_cursor` back as `cursor`.':
        [feed('200: page contains as many ids as requested, until there are no more')],
      'Storing the final `next_cursor` and polling from it later yields only ids changed since.': [
        feed('200: page contains a card again that changes after it was read'),
        feed('200: page returns the same cursor when it is empty, and later changes follow it'),
      ],
      'When caught up, `card_ids` is empty and `next_cursor` echoes the same position so the same token can be reused.':
        [feed('200: page returns the same cursor when it is empty, and later changes follow it')],
      'Charged to bucket `read:changes` where the plan limits it.': [
        charging(
          'buckets read:changes is charged for /v1/cards/population/changes if the plan limits it',
        ),
      ],
    },
  },
  {
    heading: 'Catalog download',
    statements: {
      '`GET /v1/catalogs/{catalog}`': [
        catalog('200 psa: contains every grader card of psa in any category'),
      ],
      'Bulk CSV export of every card in a catalog, with the card id on each row.': [
        catalog('200 psa: contains every grader card of psa in any category'),
        catalog(
          '200 rows contain the fields of the card, are empty where it has none, and end with CRLF',
        ),
      ],
      'Currently requestable catalog values: `psa` and `pokemon`, each gated by its own allowlist of approved keys.':
        [
          catalog('403 with access to *, a request for * returns *'),
          catalog('404 returns not found for catalog *'),
        ],
      'Request parameters and response details: not shown.': 'leaves open what it is',
    },
  },
  {
    heading: 'Grade map',
    statements: {
      "A grade map endpoint (each grade's per-grader label keys and display names) exists; its path is not shown.":
        [
          gradeMap('GET *: 200 is ordered from the lowest grade to the highest, then qualifiers'),
          gradeMap('GET *: 200 has each grader`s key and label'),
        ],
    },
  },
  {
    heading: 'Authentication',
    statements: {
      'Every request carries the header `x-api-key` with the API key: `x-api-key: <API_KEY>`.': [
        keys('keys: 401 rejects a request without a key'),
      ],
      'A key is obtained by requesting one from the provider.': 'outside the service',
      'A missing, disabled or invalid key returns `401` with code `invalid_api_key`.': [
        keys('keys: 401 rejects a request without a key'),
        keys('keys: 401 *'),
        keys('keys: 401 rejects a disabled key at once on a gateway that had cached it'),
      ],
      'A valid key without access to the resource returns `403` with code `forbidden`.': [
        quota('what is charged not: no permission'),
        catalog('403 with access to *, a request for * returns *'),
      ],
      'Some endpoints need an extra permission (images, history, change feed, catalogs); plans may limit these permissions separately.':
        [
          charging(
            'buckets read:images is charged for /v1/certs/psa/10000001/images if the plan limits it',
          ),
          feed('permissions and quotas 403: requires the permission'),
          catalog('403 with access to *, a request for * returns *'),
        ],
      'There is no other credential scheme.': [keys('keys: 401 rejects a valid key in *')],
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
            '200: page has the ids, their number, the first day, whether there are more, and the next cursor',
          ),
        ],
    },
  },
];
