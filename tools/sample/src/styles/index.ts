import type { Grader } from '@gcd/contracts';
import type { CatalogName, Print } from '../model.js';
import { beckettName } from './beckett.js';
import { cgcName } from './cgc.js';
import { psaName } from './psa.js';
import { sgcName } from './sgc.js';

/** Functions that format a print in the style of each grader. */
export const STYLES: Readonly<Record<Grader, (print: Print) => CatalogName>> = {
  psa: psaName,
  beckett: beckettName,
  sgc: sgcName,
  cgc: cgcName,
};
