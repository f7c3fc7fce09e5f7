/** Popularity tiers. Tier 0 has the most popular cards. */
export const SEARCH_TIERS = [0, 1, 2] as const;

/** Number of cards in tier 0 and in tier 1. All other cards are in tier 2. */
export const TIER_SIZES = [20_000, 180_000] as const;
