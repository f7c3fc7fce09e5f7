import type { TestReference } from '../interface-statements.ts';

/**
 * Returns a function that takes the full names of tests in a file and returns references to these tests.
 * @param file path in the repository
 */
const testsOf =
  (file: string) =>
  (name: string): TestReference => ({ file, name });

export const authentication = testsOf('apps/certs/test/cert-authentication.test.ts');
export const block = testsOf('libs/population/src/population.spec.ts');
export const card = testsOf('apps/cards/test/card.test.ts');
export const catalog = testsOf('apps/gateway/test/catalog.test.ts');
export const certPopulation = testsOf('apps/certs/test/cert-population.test.ts');
export const certGrades = testsOf('apps/certs/test/cert-grades.test.ts');
export const certGraders = testsOf('apps/certs/test/cert-graders.test.ts');
export const changes = testsOf('apps/changes/test/changes.test.ts');
export const changesRejected = testsOf('apps/changes/test/changes-rejected.test.ts');
export const charging = testsOf('apps/gateway/test/charging.test.ts');
export const edge = testsOf('apps/gateway/test/edge.test.ts');
export const envelope = testsOf('apps/gateway/test/envelope.test.ts');
export const feed = testsOf('apps/gateway/test/changes.test.ts');
export const gradeMap = testsOf('apps/gateway/test/grades.test.ts');
export const gradeScales = testsOf('libs/contracts/src/grades.spec.ts');
export const headers = testsOf('apps/gateway/test/http-headers.test.ts');
export const history = testsOf('apps/cards/test/card-history.test.ts');
export const historyDates = testsOf('libs/population/src/history.spec.ts');
export const images = testsOf('apps/certs/test/cert-images.test.ts');
export const include = testsOf('apps/certs/test/cert-include.test.ts');
export const keys = testsOf('apps/gateway/test/keys.test.ts');
export const lookup = testsOf('apps/gateway/test/cert-lookup.test.ts');
export const matches = testsOf('apps/admin/test/import-matches.test.ts');
export const noHistory = testsOf('apps/cards/test/no-history.test.ts');
export const openApi = testsOf('apps/gateway/test/openapi.test.ts');
export const parameters = testsOf('libs/contracts/src/parameters.spec.ts');
export const population = testsOf('apps/cards/test/card-population.test.ts');
export const populationContext = testsOf('libs/population/src/context.spec.ts');
export const quota = testsOf('apps/gateway/test/quota.test.ts');
export const quotaFaults = testsOf('apps/gateway/test/quota-faults.test.ts');
export const rate = testsOf('apps/gateway/test/rate.test.ts');
export const reference = testsOf('libs/population/src/reference.spec.ts');
export const rates = testsOf('libs/population/src/counts.spec.ts');
export const rejectedMatches = testsOf('apps/admin/test/import-rejected-matches.test.ts');
export const relevance = testsOf('apps/search/test/consistency.test.ts');
export const servicesAgree = testsOf('apps/gateway/test/services-agree.test.ts');
export const simpleSearch = testsOf('apps/search/test/search-simple.test.ts');
export const specs = testsOf('apps/cards/test/specs.test.ts');
export const stallsAndShutdown = testsOf('apps/gateway/test/stalls-and-shutdown.test.ts');
export const structuredSearch = testsOf('apps/search/test/search-structured.test.ts');
