import type { Grader } from '@gcd/client';

/** Colors of graders in saved charts. On pages, the style sheet overrides these colors, for example in dark mode. */
export const GRADER_COLORS: Readonly<Record<Grader, string>> = {
  psa: '#40528f',
  beckett: '#b97f14',
  sgc: '#c02b33',
  cgc: '#128780',
};
export const INK = '#191d24';
export const SOFT = '#5a6270';
export const LINE = '#dedad0';
export const PAPER = '#ffffff';
