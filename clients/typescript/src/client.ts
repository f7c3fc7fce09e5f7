import { type FollowOptions, followChanges } from './changes.js';
import { type CatalogDownload, type DownloadOptions, downloadCatalog } from './download.js';
import { HttpTransport } from './http-transport.js';
import { JsonRequests, pageOf, path } from './json-requests.js';
import type { Limit } from './limits.js';
import type { ClientOptions, RequestOptions } from './options.js';
import { searchCards } from './search-cards.js';
import type * as Api from './types.js';
import type { GraderName, ListPage, QueryOf, SearchQueryOf } from './types.js';

/**
 * A client with one method for each API operation. A method resolves to the `data` of the response, or rejects with an
 * error whose class depends on the error code. The client never sends more requests per second than the key allows, and
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
  ): Promise<Api.Cert> {
    return this.json.get(path`/v1/certs/${grader}/${cert}`, query, options);
  }

  /** Looks up at most 100 graded copies from one grader. The request is charged once per cert. */
  lookupCerts(
    grader: GraderName,
    certs: readonly string[],
    query?: Omit<QueryOf<'lookupCerts'>, 'certs'>,
    options?: RequestOptions,
  ): Promise<Api.CertBatch> {
    return this.json.get(path`/v1/certs/${grader}`, { certs, ...query }, options);
  }

  /** Looks up at most 100 graded copies of any grader. The request is charged once per item. */
  findCerts(
    certs: readonly string[],
    query?: Omit<QueryOf<'findCerts'>, 'certs'>,
    options?: RequestOptions,
  ): Promise<Api.CertBatch> {
    return this.json.get(path`/v1/certs`, { certs, ...query }, options);
  }

  /** Looks up a signed item that PSA authenticated without grading it. */
  lookupAuthentication(cert: string, options?: RequestOptions): Promise<Api.AuthenticationRecord> {
    return this.json.get(path`/v1/certs/psa/${cert}`, { psa_dna: true }, options);
  }

  /** Looks up one graded copy with the population of its card. */
  getCertPopulation(
    grader: GraderName,
    cert: string,
    query?: QueryOf<'getCertPopulation'>,
    options?: RequestOptions,
  ): Promise<Api.CertPopulation> {
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
  ): Promise<Api.CertImages> {
    return this.json.get(path`/v1/certs/${grader}/${cert}/images`, {}, options);
  }

  /** Compares the title of a listing with a cert. */
  verifyCert(
    grader: GraderName,
    cert: string,
    title: string,
    options?: RequestOptions,
  ): Promise<Api.Verification> {
    return this.json.get(path`/v1/certs/${grader}/${cert}/verification`, { title }, options);
  }

  /** Looks up one card with its population. @param cardId a universal card id, or the id of a grader card */
  getCard(cardId: string, query?: QueryOf<'getCard'>, options?: RequestOptions): Promise<Api.Card> {
    return this.json.get(path`/v1/cards/${cardId}`, query, options);
  }

  /** Looks up a card's population across graders. */
  getCardPopulation(
    cardId: string,
    query?: QueryOf<'getCardPopulation'>,
    options?: RequestOptions,
  ): Promise<Api.CardPopulation> {
    return this.json.get(path`/v1/cards/${cardId}/population`, query, options);
  }

  /** Looks up the populations of at most 100 cards in one request, which is charged once per card. */
  getCardPopulations(
    cardIds: readonly string[],
    query?: Omit<QueryOf<'getCardPopulations'>, 'card_ids'>,
    options?: RequestOptions,
  ): Promise<Api.CardPopulationBatch> {
    return this.json.get(path`/v1/cards/population`, { card_ids: cardIds, ...query }, options);
  }

  /** Looks up a card's population over three years. Requires the permission `history`. */
  getCardHistory(
    cardId: string,
    query?: QueryOf<'getCardHistory'>,
    options?: RequestOptions,
  ): Promise<Api.CardHistory> {
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
  ): Promise<Api.Spec> {
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
  ): Promise<Api.SpecDetails> {
    // Send `auto`, because the API then returns the flat form of the response. Any value has this effect, even `false`.
    const { auto = false, ...rest } = query;
    return this.json.get(path`/v1/specs/${grader}/${specId}`, { auto, ...rest }, options);
  }

  /** Looks up the population of a card by its PSA spec number. */
  getSpecPopulation(
    specId: string,
    query?: QueryOf<'getSpecPopulation'>,
    options?: RequestOptions,
  ): Promise<Api.SpecPopulation> {
    return this.json.get(path`/v1/specs/psa/${specId}/population`, query, options);
  }

  /** Returns a page of the cards that match a query, most relevant first. */
  searchSimple(
    query: SearchQueryOf<'searchSimple'>,
    options?: RequestOptions,
  ): Promise<Api.SearchPage> {
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
  ): Promise<Api.Suggestions> {
    return this.json.get(path`/v1/cards/search/suggest`, query, options);
  }

  /** Returns the grader cards that match a query, by grader, with scores. */
  searchStructured(
    query: SearchQueryOf<'searchStructured'>,
    options?: RequestOptions,
  ): Promise<Api.GraderSearchResults> {
    return this.json.get(path`/v1/cards/search/structured`, query, options);
  }

  /** Returns a page of sets, most graded first. */
  listSets(query?: QueryOf<'listSets'>, options?: RequestOptions): Promise<ListPage<Api.CardSet>> {
    return this.json.get(path`/v1/sets`, query, options, pageOf);
  }

  /** Looks up one set with its totals. */
  getSet(setId: string, options?: RequestOptions): Promise<Api.CardSetDetails> {
    return this.json.get(path`/v1/sets/${setId}`, {}, options);
  }

  /** Returns a page of the cards in a set. */
  listSetCards(
    setId: string,
    query?: QueryOf<'listSetCards'>,
    options?: RequestOptions,
  ): Promise<ListPage<Api.SetCard>> {
    return this.json.get(path`/v1/sets/${setId}/cards`, query, options, pageOf);
  }

  /** Returns the cards that gained the most copies in the last week or month of the data. */
  listMovers(query?: QueryOf<'listMovers'>, options?: RequestOptions): Promise<Api.Movers> {
    return this.json.get(path`/v1/cards/population/movers`, query, options);
  }

  /** Returns a page of the change feed. Requires the permission `changes`. */
  listChanges(query?: QueryOf<'listChanges'>, options?: RequestOptions): Promise<Api.ChangePage> {
    return this.json.get(path`/v1/cards/population/changes`, query, options);
  }

  /**
   * Yields the pages of the change feed that contain ids. The client stores a page's cursor when the next page is
   * requested. If the processing of a page is interrupted, the next run therefore yields that page again.
   */
  followChanges(options: FollowOptions = {}): AsyncGenerator<Api.ChangePage, void> {
    return followChanges(this, options);
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
  listCatalogs(options?: RequestOptions): Promise<readonly Api.Catalog[]> {
    return this.json.get(path`/v1/catalogs`, {}, options);
  }

  /** Returns all universal grades, lowest first, with each grader's key and label. */
  listGrades(options?: RequestOptions): Promise<readonly Api.GradeMapRow[]> {
    return this.json.get(path`/v1/grades`, {}, options);
  }

  /** Returns the limits of the key's plan and the remaining quota. Never charged. */
  getUsage(options?: RequestOptions): Promise<Api.Usage> {
    return this.json.get(path`/v1/usage`, {}, options);
  }
}
