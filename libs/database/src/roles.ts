/** The database role of each app that serves requests. They may read what the app needs, and write nothing. */
export const ROLES = {
  gateway: 'gcd_gateway',
  certs: 'gcd_certs',
  cards: 'gcd_cards',
  search: 'gcd_search',
  changes: 'gcd_changes',
  catalogs: 'gcd_catalogs',
} as const;
