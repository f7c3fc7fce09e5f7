import { describe } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';
import { canRun } from './programs.ts';

const CHROMIUM = process.env.CHROMIUM || '/usr/bin/chromium';
const hasBrowser = canRun(
  [[CHROMIUM, '--version']],
  'tests in a browser need Chromium',
  'apt-get install chromium, or set CHROMIUM to its path',
);

// Options that keep Chromium from contacting Google's servers. They also disable the sandbox, which does not work as
// root.
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** `describe` if a browser is installed; otherwise `describe.skip`. */
export const describeInBrowser = hasBrowser ? describe : describe.skip;

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM, args: QUIET });
}
