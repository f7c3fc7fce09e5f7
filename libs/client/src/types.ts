import type { components, operations } from './openapi.js';

/** The operations of the API, by their ids in its document. */
export type OperationId = keyof operations;

/** `data` of an operation's answer. */
export type DataOf<Id extends OperationId> = operations[Id]['responses'][200]['content'] extends {
  readonly 'application/json': { readonly data: infer Data };
}
  ? Data
  : never;

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

/** What `psa_dna=true` answers: a signed item without a grade. */
export type Authentication = Schemas['AuthenticationRecord'];
/** One graded copy. */
export type Cert = Exclude<DataOf<'lookupCert'>, Authentication>;
/** One graded copy, with the population of its card: null when it is not linked to one. */
export type CertPopulation = DataOf<'getCertPopulation'>;
/** Graded copies, and the numbers that no cert has. */
export type Certs = DataOf<'lookupCerts'>;
/** Where the images of a cert are. */
export type CertImages = DataOf<'getCertImages'>;
/** One card with its population. */
export type Card = DataOf<'getCard'>;
/** A card's population over all graders. */
export type CardPopulation = DataOf<'getCardPopulation'>;
/** Populations of cards, and the ids that no card has. */
export type CardPopulations = DataOf<'getCardPopulations'>;
/** A card's population over three years. */
export type CardHistory = DataOf<'getCardHistory'>;
/** A spec of a grader as the entry of the card that it is, with its population when asked for. */
export type SpecEntry = Extract<DataOf<'lookupSpec'>, { readonly spec: unknown }>;
/** A spec of psa as a card. */
export type Spec = Exclude<DataOf<'lookupSpec'>, SpecEntry>;
/** A spec of psa with the population of its card. */
export type SpecPopulation = DataOf<'getSpecPopulation'>;
/** A page of a simple search. */
export type SearchPage = DataOf<'searchSimple'>;
/** What a simple search may be restricted to. */
export type SearchFilter = Pick<QueryOf<'searchSimple'>, 'category' | 'year' | 'grader'>;
/** Completions of a text that is being typed. */
export type Suggestions = DataOf<'suggestSearch'>;
/** A card that a simple search found. */
export type FoundCard = SearchPage['results'][number];
/** What a structured search found, by grader. */
export type StructuredSearch = DataOf<'searchStructured'>;
/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: Schemas['Pagination'];
}
/** A set in a list of sets. */
export type SetRow = DataOf<'listSets'>[number];
/** One set with its totals. */
export type SetTotals = DataOf<'getSet'>;
/** A card of a set. */
export type SetCard = DataOf<'listSetCards'>[number];
/** The cards to which the most copies were added. */
export type Movers = DataOf<'listMovers'>;
/** A page of the feed of changes. */
export type ChangesPage = DataOf<'listChanges'>;
/** A change with the counts of its card. */
export type Change = Schemas['Change'];
/** A universal grade with each grader's key and label. */
export type GradeRow = Schemas['GradeMapRow'];
/** What the plan allows and what is left of it. */
export type Usage = Schemas['Usage'];
/** A grader under its normalized name. */
export type Grader = Schemas['Grader'];
/** A grader, by its name or by a name that means it. */
export type GraderName = Schemas['GraderName'];
/** A catalog that has been built. */
export type CatalogRow = Schemas['Catalog'];
/** The name of a catalog. */
export type Catalog = Schemas['CatalogName'];
