import type { Tool } from './tool.js';
import { ACCOUNT_TOOLS } from './tools/account.js';
import { CARD_TOOLS } from './tools/cards.js';
import { CERT_TOOLS } from './tools/certs.js';
import { SEARCH_TOOLS } from './tools/search.js';

/** The tools: one for each operation except catalog downloads, which are too long for an assistant. */
export const TOOLS: readonly Tool[] = [
  ...SEARCH_TOOLS,
  ...CERT_TOOLS,
  ...CARD_TOOLS,
  ...ACCOUNT_TOOLS,
];
