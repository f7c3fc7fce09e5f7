import type { components, operations } from './openapi.js';

/** The operations of the API, by their ids in the OpenAPI document. */
export type OperationId = keyof operations;

/** The query parameters of an operation. Undefined parameters are omitted; lists are joined with commas. */
export type QueryOf<Id extends OperationId> = Listed<
  NonNullable<operations[Id]['parameters']['query']>
>;

/**
 * The query parameters of a search. `query` is optional in the OpenAPI document, because a client may send its alias
 * instead. This client never sends the alias.
 */
export type SearchQueryOf<Id extends 'searchSimple' | 'searchStructured' | 'suggestSearch'> =
  QueryOf<Id> & {
    readonly query: string;
  };

type Listed<Query> = {
  readonly [Name in keyof Query]: Name extends 'include'
    ? Query[Name] | string | readonly string[] | undefined
    : Query[Name] | undefined;
};

type Schemas = components['schemas'];

/** The response to `psa_dna=true`: a signed item without a grade. */
export type AuthenticationRecord = Schemas['AuthenticationRecord'];
/** One graded copy. */
export type Cert = Schemas['Cert'];
/**
 * One graded copy, with the population of its card. The population is null if the copy is not linked to a
 * card.
 */
export type CertPopulation = Schemas['CertPopulation'];
/** Graded copies, and the cert numbers that were not found. */
export type CertBatch = Schemas['CertBatch'];
/** The URLs of a cert's images. */
export type CertImages = Schemas['CertImages'];
/** The title of a listing, compared with a cert. */
export type Verification = Schemas['Verification'];
/** One card with its population. */
export type Card = Schemas['Card'];
/** A card's population across all graders. */
export type CardPopulation = Schemas['CardPopulation'];
/** Populations of cards, and the card ids that were not found. */
export type CardPopulationBatch = Schemas['CardPopulationBatch'];
/** A card's population over three years. */
export type CardHistory = Schemas['CardHistory'];
/** A card, looked up by its PSA spec number. */
export type Spec = Schemas['Spec'];
/** A grader card, looked up by its spec number, with its population if requested. */
export type SpecDetails = Schemas['SpecDetails'];
/** A card with its population, looked up by the PSA spec number. */
export type SpecPopulation = Schemas['SpecPopulation'];
/** A page of a simple search. */
export type SearchPage = Schemas['SearchPage'];
/** Filters of a simple search. */
export type SearchFilter = Pick<QueryOf<'searchSimple'>, 'category' | 'year' | 'grader'>;
/** Completions of a partially typed query. */
export type Suggestions = Schemas['Suggestions'];
/** A card found by a simple search. */
export type SearchResult = Schemas['SearchResult'];
/** Results of a structured search, by grader. */
export type GraderSearchResults = Schemas['GraderSearchResults'];
/** A page of a list, with the pagination. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: Schemas['Pagination'];
}
/** A set in a list of sets. */
export type CardSet = Schemas['CardSet'];
/** One set with its totals. */
export type CardSetDetails = Schemas['CardSetDetails'];
/** A card of a set. */
export type SetCard = Schemas['SetCard'];
/** The cards that gained the most copies. */
export type Movers = Schemas['Movers'];
/** A page of the change feed. */
export type ChangePage = Schemas['ChangePage'];
/** A change with the counts of its card. */
export type Change = Schemas['Change'];
/** A universal grade with each grader's key and label. */
export type GradeMapRow = Schemas['GradeMapRow'];
/** The limits of the plan and the remaining quota. */
export type Usage = Schemas['Usage'];
/** A grader, by its normalized name. */
export type Grader = Schemas['Grader'];
/** A grader, by its normalized name or an alias. */
export type GraderName = Schemas['GraderName'];
/** A catalog that is available for download. */
export type Catalog = Schemas['Catalog'];
/** The name of a catalog. */
export type CatalogName = Schemas['CatalogName'];
