import { describe } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';
import { canRun } from './programs.ts';

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const hasBrowser = canRun(
  [[CHROMIUM, '--version']],
  'tests in a browser need Chromium',
  'apt-get install chromium, or set CHROMIUM to its path',
);

// Keeps Chromium from contacting its vendor's hosts. As root it has no sandbox.
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `describe` if there is a browser; otherwise skipped. */
export const describeInBrowser = hasBrowser ? describe : describe.skip;

/** Starts the browser of this machine. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}
