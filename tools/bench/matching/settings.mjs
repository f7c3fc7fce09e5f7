// Settings that all parts of the matching benchmark share.

export const GRADERS = ['psa', 'beckett', 'sgc', 'cgc'];
/** Share of the cards that each grader lists. */
export const LISTED = { psa: 0.75, beckett: 0.5, sgc: 0.35, cgc: 0.35 };
export const SEED = 'matching 1';
export const HALVES = ['working half', 'held-out half'];
