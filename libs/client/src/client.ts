import { type FollowOptions, followChanges } from './changes.js';
import { type CatalogDownload, type DownloadOptions, downloadCatalog } from './download.js';
import { BadRequestError } from './errors.js';
import {
  type Answers,
  type CallOptions,
  type ClientOptions,
  HttpTransport,
} from './http-transport.js';
import type { Limit } from './limits.js';
import type {
  Authentication,
  Card,
  CardHistory,
  CardPopulation,
  CardPopulations,
  Catalog,
  CatalogRow,
  Cert,
  CertImages,
  CertPopulation,
  Certs,
  ChangesPage,
  FoundCard,
  GradeRow,
  GraderName,
  ListPage,
  Movers,
  QueryOf,
  SearchFilter,
  SearchPage,
  SearchQueryOf,
  SetCard,
  SetRow,
  SetTotals,
  Spec,
  SpecEntry,
  SpecPopulation,
  StructuredSearch,
  Suggestions,
  Usage,
} from './types.js';

type Query = Readonly<Record<string, unknown>>;

/**
 * The API as methods. Each resolves to `data` of the answer and rejects with an error of the class of its code. Calls wait for their
 * turn, so that there are never more a second than the key may make, and are made again when what is wrong passes.
 */
export class GradedCardDataClient {
  private readonly transport: HttpTransport;
  private readonly answers: Answers | undefined;

  constructor(options: ClientOptions) {
    this.transport = new HttpTransport(options);
    this.answers = options.answers;
  }

  /** What was last told of each limited bucket of the quota, by its name. */
  get limits(): ReadonlyMap<string, Limit> {
    return this.transport.limits;
  }

  /** How long a request made now would wait for its turn, at least, in seconds. */
  get waitSeconds(): number {
    return this.transport.waitSeconds;
  }

  /** One graded copy. */
  lookupCert(
    grader: GraderName,
    cert: string,
    query: Omit<QueryOf<'lookupCert'>, 'psa_dna'> = {},
    options: CallOptions = {},
  ): Promise<Cert> {
    return this.get(path`/v1/certs/${grader}/${cert}`, query, options);
  }

  /** Up to 100 graded copies of one grader in one request, which is charged one for each. */
  lookupCerts(
    grader: GraderName,
    certs: readonly string[],
    query: Omit<QueryOf<'lookupCerts'>, 'certs'> = {},
    options: CallOptions = {},
  ): Promise<Certs> {
    return this.get(path`/v1/certs/${grader}`, { certs, ...query }, options);
  }

  /** A signed item that psa authenticated without grading it. */
  lookupAuthentication(cert: string, options: CallOptions = {}): Promise<Authentication> {
    return this.get(path`/v1/certs/psa/${cert}`, { psa_dna: true }, options);
  }

  /** One graded copy with the population of its card. */
  getCertPopulation(
    grader: GraderName,
    cert: string,
    query: QueryOf<'getCertPopulation'> = {},
    options: CallOptions = {},
  ): Promise<CertPopulation> {
    return this.get(path`/v1/certs/${grader}/${cert}/population`, query, options);
  }

  /** Where the images of a cert are; waits while they are being prepared. Needs the permission `images`. */
  getCertImages(grader: GraderName, cert: string, options: CallOptions = {}): Promise<CertImages> {
    return this.get(path`/v1/certs/${grader}/${cert}/images`, {}, options);
  }

  /** One card with its population. @param cardId universal, or that of a grader's entry */
  getCard(
    cardId: string,
    query: QueryOf<'getCard'> = {},
    options: CallOptions = {},
  ): Promise<Card> {
    return this.get(path`/v1/cards/${cardId}`, query, options);
  }

  /** A card's population over all graders. */
  getCardPopulation(
    cardId: string,
    query: QueryOf<'getCardPopulation'> = {},
    options: CallOptions = {},
  ): Promise<CardPopulation> {
    return this.get(path`/v1/cards/${cardId}/population`, query, options);
  }

  /** The populations of up to 100 cards in one request, which is charged one for each. */
  getCardPopulations(
    cardIds: readonly string[],
    query: Omit<QueryOf<'getCardPopulations'>, 'card_ids'> = {},
    options: CallOptions = {},
  ): Promise<CardPopulations> {
    return this.get(path`/v1/cards/population`, { card_ids: cardIds, ...query }, options);
  }

  /** A card's population over three years. Needs the permission `history`. */
  getCardHistory(
    cardId: string,
    query: QueryOf<'getCardHistory'> = {},
    options: CallOptions = {},
  ): Promise<CardHistory> {
    return this.get(path`/v1/cards/${cardId}/population/history`, query, options);
  }

  /** A spec of psa as a card; waits while it is being matched. */
  lookupSpec(
    specId: string,
    query: Pick<QueryOf<'lookupSpec'>, 'parsed_description'> = {},
    options: CallOptions = {},
  ): Promise<Spec> {
    return this.get(path`/v1/specs/psa/${specId}`, query, options);
  }

  /** A spec of any grader as the entry of the card that it is. @param query `include: 'population'` adds that */
  resolveSpec(
    grader: GraderName,
    specId: string,
    query: Omit<QueryOf<'lookupSpec'>, 'parsed_description'> = {},
    options: CallOptions = {},
  ): Promise<SpecEntry> {
    // The flag is what asks for this form.
    return this.get(path`/v1/specs/${grader}/${specId}`, { auto: false, ...query }, options);
  }

  /** A spec of psa with the population of its card. */
  getSpecPopulation(
    specId: string,
    query: QueryOf<'getSpecPopulation'> = {},
    options: CallOptions = {},
  ): Promise<SpecPopulation> {
    return this.get(path`/v1/specs/psa/${specId}/population`, query, options);
  }

  /** A page of the cards that a text finds, most relevant first. */
  searchSimple(
    query: SearchQueryOf<'searchSimple'>,
    options: CallOptions = {},
  ): Promise<SearchPage> {
    return this.get(path`/v1/cards/search/simple`, query, options);
  }

  /** The cards that a text finds, page after page as they are asked for; 100 at most. @param filter only such cards */
  async *searchCards(
    text: string,
    { category, year, grader, ...options }: SearchFilter & CallOptions = {},
  ): AsyncGenerator<FoundCard, void> {
    for (let page = 1; ; page += 1) {
      const query = { query: text, page, category, year, grader };
      const { results, has_more } = await this.searchSimple(query, options);
      yield* results;
      if (!has_more) return;
    }
  }

  /** Completions of a text that is being typed, likeliest first. */
  suggestSearch(
    query: SearchQueryOf<'suggestSearch'>,
    options: CallOptions = {},
  ): Promise<Suggestions> {
    return this.get(path`/v1/cards/search/suggest`, query, options);
  }

  /** The entries of each grader that a text finds, with scores. */
  searchStructured(
    query: SearchQueryOf<'searchStructured'>,
    options: CallOptions = {},
  ): Promise<StructuredSearch> {
    return this.get(path`/v1/cards/search/structured`, query, options);
  }

  /** A page of sets, most graded first. */
  listSets(query: QueryOf<'listSets'> = {}, options: CallOptions = {}): Promise<ListPage<SetRow>> {
    return this.get(path`/v1/sets`, query, options, pageOf);
  }

  /** One set with its totals. */
  getSet(setId: string, options: CallOptions = {}): Promise<SetTotals> {
    return this.get(path`/v1/sets/${setId}`, {}, options);
  }

  /** A page of the cards of a set. */
  listSetCards(
    setId: string,
    query: QueryOf<'listSetCards'> = {},
    options: CallOptions = {},
  ): Promise<ListPage<SetCard>> {
    return this.get(path`/v1/sets/${setId}/cards`, query, options, pageOf);
  }

  /** The cards to which the most copies were added in the last week or month of the data. */
  listMovers(query: QueryOf<'listMovers'> = {}, options: CallOptions = {}): Promise<Movers> {
    return this.get(path`/v1/cards/population/movers`, query, options);
  }

  /** A page of the feed of changes. Needs the permission `changes`. */
  listChanges(query: QueryOf<'listChanges'> = {}, options: CallOptions = {}): Promise<ChangesPage> {
    return this.get(path`/v1/cards/population/changes`, query, options);
  }

  /**
   * The feed of changes, page after page, pages without ids left out. A page counts as done, and its cursor is stored, when the next
   * one is asked for: whoever ends in the middle of a page gets it again.
   */
  followChanges(options: FollowOptions = {}): AsyncGenerator<ChangesPage, void> {
    return followChanges(this, options);
  }

  /** Every card of a catalog as CSV, in a stream that goes on by itself where it broke off. */
  async downloadCatalog(catalog: Catalog, options: DownloadOptions = {}): Promise<CatalogDownload> {
    return downloadCatalog(this.transport, path`/v1/catalogs/${catalog}`(), options);
  }

  /** The population of every card of a catalog as CSV, like {@link downloadCatalog}. */
  async downloadCatalogPopulations(
    catalog: Catalog,
    options: DownloadOptions = {},
  ): Promise<CatalogDownload> {
    return downloadCatalog(this.transport, path`/v1/catalogs/${catalog}/populations`(), options);
  }

  /** The catalogs that have been built, and which of them the key may download. */
  listCatalogs(options: CallOptions = {}): Promise<readonly CatalogRow[]> {
    return this.get(path`/v1/catalogs`, {}, options);
  }

  /** Every universal grade, lowest first, with each grader's key and label. */
  listGrades(options: CallOptions = {}): Promise<readonly GradeRow[]> {
    return this.get(path`/v1/grades`, {}, options);
  }

  /** What the plan of the key allows, and what is left of it; never charged. */
  getUsage(options: CallOptions = {}): Promise<Usage> {
    return this.get(path`/v1/usage`, {}, options);
  }

  private async get<Data>(
    pathOf: () => string,
    query: Query,
    { signal }: CallOptions,
    read: (body: Body) => unknown = dataOf,
  ): Promise<Data> {
    const target = pathOf() + search(query);
    // The ETag says nothing of the pagination of a list, which may change while the page stays the same.
    const answers = read === dataOf ? this.answers : undefined;
    const kept = answers?.get(target);
    const headers = kept ? { 'if-none-match': kept.etag } : {};
    return this.transport.call({ target, headers, signal }, async (response) => {
      if (kept && response.status === 304) return kept.data as Data;
      const text = await response.text();
      const body: Body = JSON.parse(text);
      if (body.data === undefined) throw new Error('the answer has no data');
      const data = read(body) as Data;
      const etag = response.headers.get('etag');
      if (etag !== null) answers?.set(target, { etag, data, size: text.length });
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
 * @throws BadRequestError when a variable would lead to another path
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
