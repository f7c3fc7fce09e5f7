import { type FollowOptions, followChanges } from './changes.js';
import { type CatalogDownload, type DownloadOptions, downloadCatalog } from './download.js';
import { BadRequestError } from './errors.js';
import {
  type ClientOptions,
  HttpTransport,
  type RequestOptions,
  type ResponseCache,
} from './http-transport.js';
import type { Limit } from './limits.js';
import type {
  AuthenticationRecord,
  Card,
  CardHistory,
  CardPopulation,
  CardPopulationBatch,
  CardSet,
  CardSetDetails,
  Catalog,
  CatalogName,
  Cert,
  CertBatch,
  CertImages,
  CertPopulation,
  ChangePage,
  GradeMapRow,
  GraderName,
  GraderSearchResults,
  ListPage,
  Movers,
  QueryOf,
  SearchFilter,
  SearchPage,
  SearchQueryOf,
  SearchResult,
  SetCard,
  Spec,
  SpecDetails,
  SpecPopulation,
  Suggestions,
  Usage,
} from './types.js';

type Query = Readonly<Record<string, unknown>>;

/**
 * The API as methods. Each resolves to `data` of the response, or rejects with an error of the class of its code. Requests wait in a
 * queue, so that there are never more per second than the key allows. Temporary failures are retried.
 */
export class GradedCardDataClient {
  private readonly transport: HttpTransport;
  private readonly cache: ResponseCache | undefined;

  constructor(options: ClientOptions) {
    this.transport = new HttpTransport(options);
    this.cache = options.cache;
  }

  /** The newest values of each limited bucket of the quota, by its name. */
  get limits(): ReadonlyMap<string, Limit> {
    return this.transport.limits;
  }

  /** The minimum wait of a new request because of the rate limit, in seconds. */
  get waitSeconds(): number {
    return this.transport.waitSeconds;
  }

  /** One graded copy. */
  lookupCert(
    grader: GraderName,
    cert: string,
    query: Omit<QueryOf<'lookupCert'>, 'psa_dna'> = {},
    options: RequestOptions = {},
  ): Promise<Cert> {
    return this.get(path`/v1/certs/${grader}/${cert}`, query, options);
  }

  /** Up to 100 graded copies of one grader in one request, which is charged once per cert. */
  lookupCerts(
    grader: GraderName,
    certs: readonly string[],
    query: Omit<QueryOf<'lookupCerts'>, 'certs'> = {},
    options: RequestOptions = {},
  ): Promise<CertBatch> {
    return this.get(path`/v1/certs/${grader}`, { certs, ...query }, options);
  }

  /** A signed item that PSA authenticated without grading it. */
  lookupAuthentication(cert: string, options: RequestOptions = {}): Promise<AuthenticationRecord> {
    return this.get(path`/v1/certs/psa/${cert}`, { psa_dna: true }, options);
  }

  /** One graded copy with the population of its card. */
  getCertPopulation(
    grader: GraderName,
    cert: string,
    query: QueryOf<'getCertPopulation'> = {},
    options: RequestOptions = {},
  ): Promise<CertPopulation> {
    return this.get(path`/v1/certs/${grader}/${cert}/population`, query, options);
  }

  /** The URLs of a cert's images. Waits while they are being prepared. Requires the permission `images`. */
  getCertImages(
    grader: GraderName,
    cert: string,
    options: RequestOptions = {},
  ): Promise<CertImages> {
    return this.get(path`/v1/certs/${grader}/${cert}/images`, {}, options);
  }

  /** One card with its population. @param cardId the universal id, or the id of a grader card */
  getCard(
    cardId: string,
    query: QueryOf<'getCard'> = {},
    options: RequestOptions = {},
  ): Promise<Card> {
    return this.get(path`/v1/cards/${cardId}`, query, options);
  }

  /** A card's population across graders. */
  getCardPopulation(
    cardId: string,
    query: QueryOf<'getCardPopulation'> = {},
    options: RequestOptions = {},
  ): Promise<CardPopulation> {
    return this.get(path`/v1/cards/${cardId}/population`, query, options);
  }

  /** The populations of up to 100 cards in one request, which is charged once per card. */
  getCardPopulations(
    cardIds: readonly string[],
    query: Omit<QueryOf<'getCardPopulations'>, 'card_ids'> = {},
    options: RequestOptions = {},
  ): Promise<CardPopulationBatch> {
    return this.get(path`/v1/cards/population`, { card_ids: cardIds, ...query }, options);
  }

  /** A card's population over three years. Requires the permission `history`. */
  getCardHistory(
    cardId: string,
    query: QueryOf<'getCardHistory'> = {},
    options: RequestOptions = {},
  ): Promise<CardHistory> {
    return this.get(path`/v1/cards/${cardId}/population/history`, query, options);
  }

  /** The card that has a PSA spec number. Waits while it is being matched. */
  lookupSpec(
    specId: string,
    query: Pick<QueryOf<'lookupSpec'>, 'parsed_description'> = {},
    options: RequestOptions = {},
  ): Promise<Spec> {
    return this.get(path`/v1/specs/psa/${specId}`, query, options);
  }

  /** The grader card that has a spec number of any grader. @param query `include: 'population'` adds its population */
  resolveSpec(
    grader: GraderName,
    specId: string,
    query: Omit<QueryOf<'lookupSpec'>, 'parsed_description'> = {},
    options: RequestOptions = {},
  ): Promise<SpecDetails> {
    // The presence of `auto` selects this form of the response.
    return this.get(path`/v1/specs/${grader}/${specId}`, { auto: false, ...query }, options);
  }

  /** The population of the card that has a PSA spec number. */
  getSpecPopulation(
    specId: string,
    query: QueryOf<'getSpecPopulation'> = {},
    options: RequestOptions = {},
  ): Promise<SpecPopulation> {
    return this.get(path`/v1/specs/psa/${specId}/population`, query, options);
  }

  /** A page of the cards that match a text, most relevant first. */
  searchSimple(
    query: SearchQueryOf<'searchSimple'>,
    options: RequestOptions = {},
  ): Promise<SearchPage> {
    return this.get(path`/v1/cards/search/simple`, query, options);
  }

  /** The cards that match a text, most relevant first, at most 100. Requests pages as needed. */
  async *searchCards(
    text: string,
    { category, year, grader, ...options }: SearchFilter & RequestOptions = {},
  ): AsyncGenerator<SearchResult, void> {
    for (let page = 1; ; page += 1) {
      const query = { query: text, page, category, year, grader };
      const { results, has_more } = await this.searchSimple(query, options);
      yield* results;
      if (!has_more) return;
    }
  }

  /** Completions of an incomplete search text, best first. */
  suggestSearch(
    query: SearchQueryOf<'suggestSearch'>,
    options: RequestOptions = {},
  ): Promise<Suggestions> {
    return this.get(path`/v1/cards/search/suggest`, query, options);
  }

  /** The grader cards that match a text, by grader, with scores. */
  searchStructured(
    query: SearchQueryOf<'searchStructured'>,
    options: RequestOptions = {},
  ): Promise<GraderSearchResults> {
    return this.get(path`/v1/cards/search/structured`, query, options);
  }

  /** A page of sets, most graded first. */
  listSets(
    query: QueryOf<'listSets'> = {},
    options: RequestOptions = {},
  ): Promise<ListPage<CardSet>> {
    return this.get(path`/v1/sets`, query, options, pageOf);
  }

  /** One set with its totals. */
  getSet(setId: string, options: RequestOptions = {}): Promise<CardSetDetails> {
    return this.get(path`/v1/sets/${setId}`, {}, options);
  }

  /** A page of the cards of a set. */
  listSetCards(
    setId: string,
    query: QueryOf<'listSetCards'> = {},
    options: RequestOptions = {},
  ): Promise<ListPage<SetCard>> {
    return this.get(path`/v1/sets/${setId}/cards`, query, options, pageOf);
  }

  /** The cards to which the most copies were added in the last week or month of the data. */
  listMovers(query: QueryOf<'listMovers'> = {}, options: RequestOptions = {}): Promise<Movers> {
    return this.get(path`/v1/cards/population/movers`, query, options);
  }

  /** A page of the change feed. Requires the permission `changes`. */
  listChanges(
    query: QueryOf<'listChanges'> = {},
    options: RequestOptions = {},
  ): Promise<ChangePage> {
    return this.get(path`/v1/cards/population/changes`, query, options);
  }

  /**
   * Pages of the change feed that have ids. The cursor of a page is stored when the next page is requested, so a page whose processing
   * was interrupted is returned again.
   */
  followChanges(options: FollowOptions = {}): AsyncGenerator<ChangePage, void> {
    return followChanges(this, options);
  }

  /** Every card of a catalog as CSV, in a stream that resumes by itself when a connection breaks. */
  async downloadCatalog(
    catalog: CatalogName,
    options: DownloadOptions = {},
  ): Promise<CatalogDownload> {
    return downloadCatalog(this.transport, path`/v1/catalogs/${catalog}`(), options);
  }

  /** The population of every card of a catalog as CSV, like {@link downloadCatalog}. */
  async downloadCatalogPopulations(
    catalog: CatalogName,
    options: DownloadOptions = {},
  ): Promise<CatalogDownload> {
    return downloadCatalog(this.transport, path`/v1/catalogs/${catalog}/populations`(), options);
  }

  /** The catalogs that have been built, and whether the key may download them. */
  listCatalogs(options: RequestOptions = {}): Promise<readonly Catalog[]> {
    return this.get(path`/v1/catalogs`, {}, options);
  }

  /** Every universal grade, lowest first, with each grader's key and label. */
  listGrades(options: RequestOptions = {}): Promise<readonly GradeMapRow[]> {
    return this.get(path`/v1/grades`, {}, options);
  }

  /** The limits of the key's plan and what is left of them. Never charged. */
  getUsage(options: RequestOptions = {}): Promise<Usage> {
    return this.get(path`/v1/usage`, {}, options);
  }

  private async get<Data>(
    pathOf: () => string,
    query: Query,
    { signal }: RequestOptions,
    read: (body: Body) => unknown = dataOf,
  ): Promise<Data> {
    const target = pathOf() + search(query);
    // A page of a list is not cached: its pagination may change while its ETag stays the same.
    const cache = read === dataOf ? this.cache : undefined;
    const cached = cache?.get(target);
    const headers = cached ? { 'if-none-match': cached.etag } : {};
    return this.transport.request({ target, headers, signal }, async (response) => {
      if (cached && response.status === 304) return cached.data as Data;
      const text = await response.text();
      const body: Body = JSON.parse(text);
      if (body.data === undefined) throw new Error('the response has no data');
      const data = read(body) as Data;
      const etag = response.headers.get('etag');
      if (etag !== null) cache?.set(target, { etag, data, size: text.length });
      return data;
    });
  }
}

/** The body of a successful response. */
interface Body {
  readonly data?: unknown;
  readonly meta?: { readonly pagination?: unknown };
}

const dataOf = ({ data }: Body) => data;

const pageOf = ({ data, meta }: Body) => ({ items: data, pagination: meta?.pagination });

/**
 * A path with its variables encoded, as a function, so that its error rejects a promise.
 * @throws BadRequestError if a variable would lead to another path
 */
function path(parts: TemplateStringsArray, ...variables: readonly string[]): () => string {
  return () => String.raw({ raw: parts }, ...variables.map(encodeSegment));
}

// `fetch` resolves `.` and `..` as segments of a path, which encoding does not prevent.
const NO_SEGMENTS = ['', '.', '..'];

function encodeSegment(segment: string): string {
  if (!NO_SEGMENTS.includes(segment)) return encodeURIComponent(segment);
  throw new BadRequestError({
    code: 'bad_request',
    message: `"${segment}" cannot be used as an id.`,
    status: 0,
    details: { type: 'malformed_uri' },
  });
}

function search(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value));
  }
  return parameters.size > 0 ? `?${parameters}` : '';
}
