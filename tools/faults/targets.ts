/** The id of a card in the fixture. */
export const CARD = '1a'.repeat(20);

/** The catalog to download. */
export const CATALOG = 'pokemon';

/** Permissions that a key needs for {@link TARGETS}. */
export const PERMISSIONS = ['images', 'history', 'changes'];

/** Paths that cover every operation once. */
export const TARGETS = [
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

/** Matches paths that are not charged to the base quota: images have their own quota, and usage is free. */
export const NOT_CHARGED_TO_BASE = /\/(images|usage)$/;

/** Matches the paths of operations whose data differs from one response to the next. */
export const VARYING = /changes|usage/;

/** Matches the paths of operations that do not read the database. */
export const WITHOUT_DATABASE = /grade|usage|catalogs/;
