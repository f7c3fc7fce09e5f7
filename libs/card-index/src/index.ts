import { TERMS_VERSION } from '@gcd/search-terms';
import { Client } from '@opensearch-project/opensearch';

export type { Client };

/**
 * Alias of the index in OpenSearch that searches read. Each version of the rules for terms has its own alias, so that
 * services of two releases can search during an upgrade.
 */
export const CARDS_ALIAS = `gcd-cards-${TERMS_VERSION}`;

/** A document of the index. Its id is the internal id of the card. */
export interface CardDocument {
  readonly card: number;
  readonly popularity: number;
  /** The popularity as a feature, which must be positive; absent if it is 0. */
  readonly copies?: number;
  /** All lexemes of the card, separated by spaces. */
  readonly lexemes: string;
  /** The grader cards of the card, as in `search_cards`, in Base64. */
  readonly entries: string;
}

/**
 * Definition of an index. The cards of a shard are sorted by popularity, so that a search for the most popular matching
 * cards ends as soon as it has enough. The fields of candidates are columns (`doc_values`), which are read faster than
 * stored documents.
 */
export const cardsIndex = (shards: number) => ({
  settings: {
    number_of_shards: shards,
    number_of_replicas: 0,
    refresh_interval: '-1',
    sort: { field: ['popularity', 'card'], order: ['desc', 'asc'] },
  },
  mappings: {
    dynamic: 'strict',
    _source: { enabled: false },
    properties: {
      card: { type: 'integer', index: false },
      popularity: { type: 'integer', index: false },
      copies: { type: 'rank_feature' },
      entries: { type: 'binary', doc_values: true },
      lexemes: {
        type: 'text',
        analyzer: 'whitespace',
        index_options: 'docs',
        norms: false,
        // Short prefixes match many terms.
        index_prefixes: { min_chars: 1, max_chars: 2 },
      },
    },
  },
});

/**
 * Connects to a cluster.
 * @param urls URLs of its nodes, separated by commas, such as `https://user:password@host:9200`
 * @param timeoutMs time after which a request fails
 */
export function connectOpenSearch(urls: string, timeoutMs: number): Client {
  return new Client({
    nodes: urls.split(',').map((url) => url.trim()),
    requestTimeout: timeoutMs,
    maxRetries: 2,
  });
}
