import type { operations } from './openapi.js';
import type { Pagination } from './schemas.js';

export type * from './schemas.js';

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
  readonly [Name in keyof Query]:
    | Query[Name]
    | (Name extends 'include' ? ItemOf<Query[Name]> : never)
    | undefined;
};

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** Filters of a simple search. */
export type SearchFilter = Pick<QueryOf<'searchSimple'>, 'category' | 'year' | 'grader'>;

/** A page of a list, with the pagination. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly pagination: Pagination;
}
