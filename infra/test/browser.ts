import { existsSync } from 'node:fs';
import { describe } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const isThere = existsSync(CHROMIUM);
if (!isThere) {
  console.warn(`Skipped: there is no ${CHROMIUM}. apt-get install chromium, or set CHROMIUM.`);
}

// Without these Chromium itself calls its maker's hosts; and as root it has no sandbox.
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `describe` where there is a browser; skipped, out loud, where there is none. */
export const describeInBrowser = isThere ? describe : describe.skip;

/** Starts the browser of this machine. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}
