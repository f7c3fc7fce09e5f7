import type { Section } from '../interface-statements.ts';
import {
  catalog,
  changes,
  changesRejected,
  charging,
  feed,
  gradeMap,
  keys,
  quota,
} from './tests.ts';

/** Maps the statements about the change feed and catalogs in the interface specification to their tests. */
export const FEED_AND_CATALOGS: readonly Section[] = [
  {
    heading: 'Population change feed',
    statements: {
      '`GET /v1/cards/population/changes`': [
        feed(
          'GET /v1/cards/population/changes: 200 returns the ids, their count, the first day, has_more and the next cursor',
        ),
      ],
      '`since` | date `YYYY-MM-DD` | Inclusive lower bound, interpreted in UTC. Must be on or before today (UTC) and within the last 30 days. Ignored when `cursor` is also sent.':
        [
          changes(
            'GET /v1/cards/population/changes?since=…: 200 starts with the first change on or after the given day',
          ),
          changesRejected(
            'GET /v1/cards/population/changes: 400 rejects a `since` that is in the future or too long ago',
          ),
          changes(
            'GET /v1/cards/population/changes?since=…: 200 ignores since if there is a cursor, even since=*',
          ),
          changes(
            'GET /v1/cards/population/changes?since=…: 200 ignores since if there is a cursor, even if since is sent twice',
          ),
        ],
      '`cursor` | opaque string | Token from a previous `next_cursor`. Takes precedence over `since`.':
        [
          feed('GET /v1/cards/population/changes: 400 rejects an invalid cursor: *'),
          feed(
            'GET /v1/cards/population/changes: 400 rejects an invalid cursor even if since is valid',
          ),
        ],
      'page size | integer | 1 to 10000. The query-parameter name is not shown.': [
        feed('GET /v1/cards/population/changes: 400 rejects limit=*'),
        changes('GET /v1/cards/population/changes: 200 returns up to ten thousand ids'),
      ],
      'With neither `since` nor `cursor`, the feed covers today (UTC) only.': [
        changes('GET /v1/cards/population/changes?since=…: 200 defaults to today'),
      ],
      'Response `200`: Change feed page.': [
        feed(
          'GET /v1/cards/population/changes: 200 returns the ids, their count, the first day, has_more and the next cursor',
        ),
      ],
      '`since` echoes the inclusive lower-bound date in effect.': [
        changes(
          'GET /v1/cards/population/changes?since=…: 200 stores the first day in the cursor, and returns it on later pages',
        ),
      ],
      'Paging is keyset-based: read pages until `has_more` is `false`, passing `next_cursor` back as `cursor`.':
        [
          changes(
            'GET /v1/cards/population/changes: 200 returns full pages of the requested size until the last page',
          ),
        ],
      'Storing the final `next_cursor` and polling from it later yields only ids changed since.': [
        changes(
          'GET /v1/cards/population/changes: 200 lists a card again if it changes after a client has read it',
        ),
        changes(
          'GET /v1/cards/population/changes: 200 returns an empty page and the same cursor until there are new changes',
        ),
      ],
      'When caught up, `card_ids` is empty and `next_cursor` echoes the same position so the same token can be reused.':
        [
          changes(
            'GET /v1/cards/population/changes: 200 returns an empty page and the same cursor until there are new changes',
          ),
        ],
      'Charged to bucket `read:changes` where the plan limits it.': [
        charging(
          'the quota bucket of a request is read:changes for /v1/cards/population/changes if the plan has a limit for that permission',
        ),
      ],
    },
  },
  {
    heading: 'Catalog download',
    statements: {
      '`GET /v1/catalogs/{catalog}`': [
        catalog(
          'GET /v1/catalogs/{catalog}: 200 with the catalog psa, lists every PSA card, in any category',
        ),
      ],
      'Bulk CSV export of every card in a catalog, with the card id on each row.': [
        catalog(
          'GET /v1/catalogs/{catalog}: 200 with the catalog psa, lists every PSA card, in any category',
        ),
        catalog(
          'GET /v1/catalogs/{catalog}: 200 fills the columns of each card, leaves missing fields empty, and ends rows with CRLF',
        ),
      ],
      'Currently requestable catalog values: `psa` and `pokemon`, each gated by its own allowlist of approved keys.':
        [
          catalog(
            'GET /v1/catalogs/{catalog}: 403 for a key with access to *, the catalog * returns *',
          ),
          catalog('GET /v1/catalogs/{catalog}: 404 returns 404 for the catalog *'),
        ],
      'Request parameters and response details: not shown.': 'leaves open what it is',
    },
  },
  {
    heading: 'Grade map',
    statements: {
      "A grade map endpoint (each grade's per-grader label keys and display names) exists; its path is not shown.":
        [
          gradeMap('GET *: 200 orders grades from lowest to highest, followed by qualifiers'),
          gradeMap('GET *: 200 returns the key and label of each grade for each grader'),
        ],
    },
  },
  {
    heading: 'Authentication',
    statements: {
      'Every request carries the header `x-api-key` with the API key: `x-api-key: <API_KEY>`.': [
        keys('authentication: 401 rejects a request without a key'),
      ],
      'A key is obtained by requesting one from the provider.': 'outside the service',
      'A missing, disabled or invalid key returns `401` with code `invalid_api_key`.': [
        keys('authentication: 401 rejects a request without a key'),
        keys('authentication: 401 *'),
        keys(
          'authentication: 401 rejects a disabled key immediately, even on a gateway that had cached it',
        ),
      ],
      'A valid key without access to the resource returns `403` with code `forbidden`.': [
        quota('charging does not charge the quota for a request without permission'),
        catalog(
          'GET /v1/catalogs/{catalog}: 403 for a key with access to *, the catalog * returns *',
        ),
      ],
      'Some endpoints need an extra permission (images, history, change feed, catalogs); plans may limit these permissions separately.':
        [
          charging(
            'the quota bucket of a request is read:images for /v1/certs/psa/10000001/images if the plan has a limit for that permission',
          ),
          feed(
            'GET /v1/cards/population/changes: permissions and quotas 403: rejects a key that lacks the permission',
          ),
          catalog(
            'GET /v1/catalogs/{catalog}: 403 for a key with access to *, the catalog * returns *',
          ),
        ],
      'There is no other credential scheme.': [
        keys('authentication: 401 rejects a valid key in *'),
      ],
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
            'GET /v1/cards/population/changes: 200 returns the ids, their count, the first day, has_more and the next cursor',
          ),
        ],
    },
  },
];
