/** The id of a card in the fixture. */
export const CARD = '1a'.repeat(20);

export const CATALOG = 'pokemon';

/** Permissions that a key needs for {@link TARGETS}. */
export const PERMISSIONS = ['images', 'history', 'changes'];

const SET = '375017c0baf54ba373cfaf35182151c1cc73f3a3';

/** Paths that are requested in the overload tests. The list must not change, so that results remain comparable. */
export const OVERLOAD_TARGETS = [
  '/v1/certs/psa/10000001',
  '/v1/certs/psa/10000001/population',
  '/v1/certs/psa/10000001/images',
  `/v1/cards/${CARD}`,
  `/v1/cards/${CARD}/population`,
  `/v1/cards/${CARD}/population/history`,
  `/v1/cards/${CARD}/history`,
  '/v1/specs/psa/544027',
  '/v1/specs/psa/544027/population',
  '/v1/cards/search/simple?query=charizard',
  '/v1/cards/search/structured?query=charizard',
  '/v1/cards/population/changes?limit=10',
  `/v1/catalogs/${CATALOG}`,
  '/v1/grades',
  '/v1/grade-map',
  '/v1/usage',
];

/** Paths that cover every operation once. */
export const TARGETS = [
  ...OVERLOAD_TARGETS,
  '/v1/certs/psa?certs=10000001',
  '/v1/certs?certs=10000001',
  '/v1/certs/psa/10000001/verification?title=charizard',
  `/v1/cards/population?card_ids=${CARD}`,
  '/v1/cards/population/activity',
  '/v1/cards/population/movers',
  '/v1/cards/search/suggest?query=chari',
  '/v1/sets',
  `/v1/sets/${SET}`,
  `/v1/sets/${SET}/cards`,
  '/v1/catalogs',
  `/v1/catalogs/${CATALOG}/populations`,
];

/** Matches the paths of operations whose data differs from one response to the next. */
export const VARYING = /changes|usage|movers|sets$/;

/** Matches the paths of operations that do not read the database. */
export const WITHOUT_DATABASE = /grade|usage|catalogs/;
