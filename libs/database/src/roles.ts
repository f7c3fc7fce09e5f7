/**
 * Database role of each app that serves requests, with read access to the data that the app needs. The catalogs service
 * does not use its role, because it reads only NATS or a bucket.
 */
export const ROLES = {
  gateway: 'gcd_gateway',
  certs: 'gcd_certs',
  cards: 'gcd_cards',
  search: 'gcd_search',
  changes: 'gcd_changes',
  catalogs: 'gcd_catalogs',
} as const;

/** Database role of `admin sql`, which can only read. */
export const READER = 'gcd_reader';
