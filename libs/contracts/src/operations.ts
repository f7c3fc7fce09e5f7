import { z } from 'zod';
import { getCard, getCardPopulation, getCardPopulations } from './cards.js';
import {
  downloadCatalog,
  downloadCatalogPopulations,
  listCatalogs,
  readCatalog,
} from './catalogs.js';
import { getCertImages, getCertPopulation, lookupCert, lookupCerts } from './certs.js';
import { listChanges } from './changes.js';
import { listGrades } from './grade-map.js';
import { getCardHistory } from './history.js';
import { listMovers } from './movers.js';
import type { InternalOperation, Operation } from './operation.js';
import { searchSimple, searchStructured, suggestSearch } from './search.js';
import { getSet, listSetCards, listSets } from './sets.js';
import { getSpecPopulation, lookupSpec } from './specs.js';
import { getUsage } from './usage.js';

/**
 * Every operation of the API. The gateway uses this list for its documentation, and has a route for each of them in
 * `routes.ts`. Do not rename an operation, because client code is generated from the names.
 */
export const OPERATIONS = {
  lookupCert,
  lookupCerts,
  getCertPopulation,
  getCertImages,
  getCard,
  getCardPopulation,
  getCardPopulations,
  getCardHistory,
  lookupSpec,
  getSpecPopulation,
  listSets,
  getSet,
  listSetCards,
  listMovers,
  listGrades,
  searchSimple,
  searchStructured,
  suggestSearch,
  listChanges,
  listCatalogs,
  downloadCatalog,
  downloadCatalogPopulations,
  getUsage,
} as const satisfies Record<string, Operation>;

const BY_SUBJECT: ReadonlyMap<string, InternalOperation> = new Map(
  [...Object.values<Operation>(OPERATIONS), readCatalog].map((operation) => [
    operation.subject,
    operation,
  ]),
);
const receivedRequests = new Map<string, z.ZodType>();

/**
 * Returns the schema of the requests that services receive on a subject; undefined if there is no operation with this
 * subject. The schema describes the parameters as parsed by the gateway. It is compiled at first use, because most
 * processes use few schemas.
 */
export function receivedRequest(subject: string): z.ZodType | undefined {
  const operation = BY_SUBJECT.get(subject);
  if (operation && !receivedRequests.has(subject)) {
    receivedRequests.set(subject, z.compile(z.output<z.ZodType>(operation.request)));
  }
  return receivedRequests.get(subject);
}
