import type { components, operations } from './openapi.js';

/** The operations of the API, by their ids in its document. */
export type OperationId = keyof operations;

/** The query parameters of an operation. What is undefined is not sent; a list is sent with commas. */
export type QueryOf<Id extends OperationId> = Listed<
  NonNullable<operations[Id]['parameters']['query']>
>;

/** The query parameters of a search. The document does not require `query` because it has an alias; this client sends no alias. */
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
/** One graded copy, with the population of its card: null when it is not linked to one. */
export type CertPopulation = Schemas['CertPopulation'];
/** Graded copies, and the numbers that no cert has. */
export type CertBatch = Schemas['CertBatch'];
/** Where the images of a cert are. */
export type CertImages = Schemas['CertImages'];
/** One card with its population. */
export type Card = Schemas['Card'];
/** A card's population over all graders. */
export type CardPopulation = Schemas['CardPopulation'];
/** Populations of cards, and the ids that no card has. */
export type CardPopulationBatch = Schemas['CardPopulationBatch'];
/** A card's population over three years. */
export type CardHistory = Schemas['CardHistory'];
/** A spec of psa as a card. */
export type Spec = Schemas['Spec'];
/** A spec of a grader as the card that it is, with its population if requested. */
export type SpecDetails = Schemas['SpecDetails'];
/** A spec of psa with the population of its card. */
export type SpecPopulation = Schemas['SpecPopulation'];
/** A page of a simple search. */
export type SearchPage = Schemas['SearchPage'];
/** What a simple search may be restricted to. */
export type SearchFilter = Pick<QueryOf<'searchSimple'>, 'category' | 'year' | 'grader'>;
/** Completions of a text that is being typed. */
export type Suggestions = Schemas['Suggestions'];
/** A card that a simple search found. */
export type SearchResult = Schemas['SearchResult'];
/** What a structured search found, by grader. */
export type GraderSearchResults = Schemas['GraderSearchResults'];
/** A page of a list. */
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
/** The cards to which the most copies were added. */
export type Movers = Schemas['Movers'];
/** A page of the change feed. */
export type ChangePage = Schemas['ChangePage'];
/** A change with the counts of its card. */
export type Change = Schemas['Change'];
/** A universal grade with each grader's key and label. */
export type GradeMapRow = Schemas['GradeMapRow'];
/** What the plan allows and what is left of it. */
export type Usage = Schemas['Usage'];
/** A grader under its normalized name. */
export type Grader = Schemas['Grader'];
/** A grader, by its name or by a name that means it. */
export type GraderName = Schemas['GraderName'];
/** A catalog that has been built. */
export type Catalog = Schemas['Catalog'];
/** The name of a catalog. */
export type CatalogName = Schemas['CatalogName'];
