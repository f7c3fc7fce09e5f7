import type { ApiPromise } from './api-promise.js';
import {
  type FollowOptions,
  followChanges,
  type WatchedChange,
  type WatchOptions,
  watchCards,
} from './changes.js';
import { type CatalogDownload, type DownloadOptions, downloadCatalog } from './download.js';
import { HttpTransport } from './http-transport.js';
import { allItems, JsonRequests, pageOf, path } from './json-requests.js';
import type { Limit } from './limits.js';
import type { ClientOptions, RequestOptions } from './options.js';
import { searchCards } from './search-cards.js';
import type * as Api from './types.js';
import type { GraderName, ListPage, QueryOf, SearchQueryOf } from './types.js';

/**
 * A client with one method for each API operation. A method resolves to the `data` of the response, or rejects with an
 * error whose class depends on the error code. `withResponse()` of its promise also returns the request id, the `ETag`
 * and the parameters that the API ignored. The client never sends more requests per second than the key allows, and
 * retries temporary failures.
 */
export class GradedCardDataClient {
  private readonly transport: HttpTransport;
  private readonly json: JsonRequests;

  constructor(options: ClientOptions) {
    this.transport = new HttpTransport(options);
    this.json = new JsonRequests(this.transport, options.cache);
  }

  /** The quota buckets that have a limit, by name, as of the latest response. */
  get limits(): ReadonlyMap<string, Limit> {
    return this.transport.limits;
  }

  /** Minimum time in seconds that a new request would wait because of the rate limit. */
  get waitSeconds(): number {
    return this.transport.waitSeconds;
  }

  /** Looks up one graded copy. */
  lookupCert(
    grader: GraderName,
    cert: string,
    query?: Omit<QueryOf<'lookupCert'>, 'psa_dna'>,
    options?: RequestOptions,
  ): ApiPromise<Api.Cert> {
    return this.json.get(path`/v1/certs/${grader}/${cert}`, query, options);
  }

  /** Looks up at most 100 graded copies from one grader. The request is charged once per cert. */
  lookupCerts(
    grader: GraderName,
    certs: readonly string[],
    query?: Omit<QueryOf<'lookupCerts'>, 'certs'>,
    options?: RequestOptions,
  ): ApiPromise<Api.CertBatch> {
    return this.json.get(path`/v1/certs/${grader}`, { certs, ...query }, options);
  }

  /** Looks up at most 100 graded copies of any grader. The request is charged once per item. */
  findCerts(
    certs: readonly string[],
    query?: Omit<QueryOf<'findCerts'>, 'certs'>,
    options?: RequestOptions,
  ): ApiPromise<Api.CertBatch> {
    return this.json.get(path`/v1/certs`, { certs, ...query }, options);
  }

  /** Looks up a signed item that PSA authenticated without grading it. */
  lookupAuthentication(
    cert: string,
    options?: RequestOptions,
  ): ApiPromise<Api.AuthenticationRecord> {
    return this.json.get(path`/v1/certs/psa/${cert}`, { psa_dna: true }, options);
  }

  /** Looks up one graded copy with the population of its card. */
  getCertPopulation(
    grader: GraderName,
    cert: string,
    query?: QueryOf<'getCertPopulation'>,
    options?: RequestOptions,
  ): ApiPromise<Api.CertPopulation> {
    return this.json.get(path`/v1/certs/${grader}/${cert}/population`, query, options);
  }

  /**
   * Looks up the URLs of a cert's images. Requires the permission `images`.
   * @throws ProcessingError if the images are not available yet
   */
  getCertImages(
    grader: GraderName,
    cert: string,
    options?: RequestOptions,
  ): ApiPromise<Api.CertImages> {
    return this.json.get(path`/v1/certs/${grader}/${cert}/images`, {}, options);
  }

  /** Compares the title of a listing with a cert. */
  verifyCert(
    grader: GraderName,
    cert: string,
    title: string,
    options?: RequestOptions,
  ): ApiPromise<Api.Verification> {
    return this.json.get(path`/v1/certs/${grader}/${cert}/verification`, { title }, options);
  }

  /** Looks up one card with its population. @param cardId a universal card id, or the id of a grader card */
  getCard(
    cardId: string,
    query?: QueryOf<'getCard'>,
    options?: RequestOptions,
  ): ApiPromise<Api.Card> {
    return this.json.get(path`/v1/cards/${cardId}`, query, options);
  }

  /** Looks up a card's population across graders. */
  getCardPopulation(
    cardId: string,
    query?: QueryOf<'getCardPopulation'>,
    options?: RequestOptions,
  ): ApiPromise<Api.CardPopulation> {
    return this.json.get(path`/v1/cards/${cardId}/population`, query, options);
  }

  /** Looks up the populations of at most 100 cards in one request, which is charged once per card. */
  getCardPopulations(
    cardIds: readonly string[],
    query?: Omit<QueryOf<'getCardPopulations'>, 'card_ids'>,
    options?: RequestOptions,
  ): ApiPromise<Api.CardPopulationBatch> {
    return this.json.get(path`/v1/cards/population`, { card_ids: cardIds, ...query }, options);
  }

  /** Looks up a card's population over three years. Requires the permission `history`. */
  getCardHistory(
    cardId: string,
    query?: QueryOf<'getCardHistory'>,
    options?: RequestOptions,
  ): ApiPromise<Api.CardHistory> {
    return this.json.get(path`/v1/cards/${cardId}/population/history`, query, options);
  }

  /**
   * Looks up a card by its PSA spec number.
   * @throws ProcessingError if the number has not been mapped to a card yet
   */
  lookupSpec(
    specId: string,
    query?: Pick<QueryOf<'lookupSpec'>, 'parsed_description'>,
    options?: RequestOptions,
  ): ApiPromise<Api.Spec> {
    return this.json.get(path`/v1/specs/psa/${specId}`, query, options);
  }

  /**
   * Looks up a card of any grader by that grader's spec number.
   * @param query `include: 'population'` adds the card's population
   */
  resolveSpec(
    grader: GraderName,
    specId: string,
    query: Omit<QueryOf<'lookupSpec'>, 'parsed_description'> = {},
    options?: RequestOptions,
  ): ApiPromise<Api.SpecDetails> {
    // Send `auto`, because the API then returns the flat form of the response. Any value has this effect, even `false`.
    const { auto = false, ...rest } = query;
    return this.json.get(path`/v1/specs/${grader}/${specId}`, { auto, ...rest }, options);
  }

  /** Looks up the population of a card by its PSA spec number. */
  getSpecPopulation(
    specId: string,
    query?: QueryOf<'getSpecPopulation'>,
    options?: RequestOptions,
  ): ApiPromise<Api.SpecPopulation> {
    return this.json.get(path`/v1/specs/psa/${specId}/population`, query, options);
  }

  /** Returns a page of the cards that match a query, most relevant first. */
  searchSimple(
    query: SearchQueryOf<'searchSimple'>,
    options?: RequestOptions,
  ): ApiPromise<Api.SearchPage> {
    return this.json.get(path`/v1/cards/search/simple`, query, options);
  }

  /** Yields up to 100 cards that match a query, most relevant first. Requests as many pages as necessary. */
  searchCards(
    text: string,
    options: Api.SearchFilter & RequestOptions = {},
  ): AsyncGenerator<Api.SearchResult, void> {
    return searchCards(this, text, options);
  }

  /** Returns completions of a partially typed query, best first. */
  suggestSearch(
    query: SearchQueryOf<'suggestSearch'>,
    options?: RequestOptions,
  ): ApiPromise<Api.Suggestions> {
    return this.json.get(path`/v1/cards/search/suggest`, query, options);
  }

  /** Returns the grader cards that match a query, by grader, with scores. */
  searchStructured(
    query: SearchQueryOf<'searchStructured'>,
    options?: RequestOptions,
  ): ApiPromise<Api.GraderSearchResults> {
    return this.json.get(path`/v1/cards/search/structured`, query, options);
  }

  /** Returns a page of sets, most graded first. */
  listSets(
    query?: QueryOf<'listSets'>,
    options?: RequestOptions,
  ): ApiPromise<ListPage<Api.CardSet>> {
    return this.json.get(path`/v1/sets`, query, options, pageOf);
  }

  /** Yields all sets that match, most graded first. Requests as many pages as necessary. */
  allSets(
    query: Omit<QueryOf<'listSets'>, 'page'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Api.CardSet, void> {
    return allItems((page) => this.listSets({ ...query, page }, options));
  }

  /** Looks up one set with its totals. */
  getSet(setId: string, options?: RequestOptions): ApiPromise<Api.CardSetDetails> {
    return this.json.get(path`/v1/sets/${setId}`, {}, options);
  }

  /** Returns a page of the cards in a set. */
  listSetCards(
    setId: string,
    query?: QueryOf<'listSetCards'>,
    options?: RequestOptions,
  ): ApiPromise<ListPage<Api.SetCard>> {
    return this.json.get(path`/v1/sets/${setId}/cards`, query, options, pageOf);
  }

  /** Yields all cards in a set. Requests as many pages as necessary. */
  allSetCards(
    setId: string,
    query: Omit<QueryOf<'listSetCards'>, 'page'> = {},
    options?: RequestOptions,
  ): AsyncGenerator<Api.SetCard, void> {
    return allItems((page) => this.listSetCards(setId, { ...query, page }, options));
  }

  /** Returns the cards that gained the most copies in the last week or month of the data. */
  listMovers(query?: QueryOf<'listMovers'>, options?: RequestOptions): ApiPromise<Api.Movers> {
    return this.json.get(path`/v1/cards/population/movers`, query, options);
  }

  /** Returns the totals of the data, and the copies added per week or month. */
  getActivity(query?: QueryOf<'getActivity'>, options?: RequestOptions): ApiPromise<Api.Activity> {
    return this.json.get(path`/v1/cards/population/activity`, query, options);
  }

  /** Returns a page of the change feed. Requires the permission `changes`. */
  listChanges(
    query?: QueryOf<'listChanges'>,
    options?: RequestOptions,
  ): ApiPromise<Api.ChangePage> {
    return this.json.get(path`/v1/cards/population/changes`, query, options);
  }

  /**
   * Yields the pages of the change feed that contain ids. The client stores a page's cursor when the next page is
   * requested. If the processing of a page is interrupted, the next run therefore yields that page again.
   */
  followChanges(options: FollowOptions = {}): AsyncGenerator<Api.ChangePage, void> {
    return followChanges(this, options);
  }

  /**
   * Yields the changes of some cards, also after they are matched with others. Stores the cursor like
   * {@link followChanges}.
   * @param ids ids of grader cards, which never change, or of universal cards. Ids that are added to a `Set` later are
   * watched from the next page on
   */
  watchCards(
    ids: Iterable<string>,
    options: WatchOptions = {},
  ): AsyncGenerator<WatchedChange, void> {
    return watchCards(this, ids, options);
  }

  /** Downloads all cards in a catalog as a CSV stream. If the connection breaks, the stream resumes automatically. */
  async downloadCatalog(
    catalog: Api.CatalogName,
    options: DownloadOptions = {},
  ): Promise<CatalogDownload> {
    return downloadCatalog(this.transport, path`/v1/catalogs/${catalog}`(), options);
  }

  /** Like {@link downloadCatalog}, but downloads the populations of the cards. */
  async downloadCatalogPopulations(
    catalog: Api.CatalogName,
    options: DownloadOptions = {},
  ): Promise<CatalogDownload> {
    return downloadCatalog(this.transport, path`/v1/catalogs/${catalog}/populations`(), options);
  }

  /** Returns the available catalogs. Each states whether the key may download it. */
  listCatalogs(options?: RequestOptions): ApiPromise<readonly Api.Catalog[]> {
    return this.json.get(path`/v1/catalogs`, {}, options);
  }

  /** Returns all universal grades, lowest first, with each grader's key and label. */
  listGrades(options?: RequestOptions): ApiPromise<readonly Api.GradeMapRow[]> {
    return this.json.get(path`/v1/grades`, {}, options);
  }

  /** Returns the limits of the key's plan and the remaining quota. Never charged. */
  getUsage(options?: RequestOptions): ApiPromise<Api.Usage> {
    return this.json.get(path`/v1/usage`, {}, options);
  }
}
