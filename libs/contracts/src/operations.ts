import { getActivity } from './activity.js';
import { getCard, getCardPopulation, getCardPopulations } from './cards.js';
import { downloadCatalog, downloadCatalogPopulations, listCatalogs } from './catalogs.js';
import { findCerts, getCertImages, getCertPopulation, lookupCert, lookupCerts } from './certs.js';
import { listChanges } from './changes.js';
import { listGrades } from './grade-map.js';
import { getCardHistory } from './history.js';
import { listMovers } from './movers.js';
import type { Operation } from './operation.js';
import { searchSimple, searchStructured, suggestSearch } from './search.js';
import { getSet, listSetCards, listSets } from './sets.js';
import { getSpecPopulation, lookupSpec } from './specs.js';
import { getUsage } from './usage.js';
import { verifyCert } from './verification.js';

/**
 * Every operation of the API. The gateway uses this list for its documentation, and has a route for each of them in
 * `routes.ts`. Do not rename an operation, because client code is generated from the names.
 */
export const OPERATIONS = {
  lookupCert,
  lookupCerts,
  findCerts,
  getCertPopulation,
  getCertImages,
  verifyCert,
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
  getActivity,
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
