import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startApp } from '@gcd/local';
import { fixtureCard, testEnvironment } from '@gcd/testing/api.js';

export interface Site {
  readonly address: string;
  readonly healthPort: number;
  /** Requests a page as a browser without scripts would, and follows permanent redirects. */
  get(target: string, headers?: Record<string, string>): Promise<SitePage>;
  log(): string;
  stop(): Promise<void>;
}

/** Address of the page of the card that most tests use. */
export const CARD_PAGE = `/card/pokemon/1999-base-set/4-charizard-${fixtureCard('1a')}`;

export interface SitePage {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** The visible text of the page, without tags. */
  readonly text: string;
}

/** Settings for starting a site: the URL of the API, the API key, and environment variables. */
export interface SiteOptions {
  readonly apiUrl?: string;
  readonly key?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Starts a site. By default, the site uses the running stack and the API key of the test. */
export async function startSite({ apiUrl, key, env }: SiteOptions = {}): Promise<Site> {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-site-'));
  const keyFile = path.join(directory, 'key');
  writeFileSync(keyFile, `${key ?? testEnvironment('TEST_API_KEY')}\n`);
  const app = await startApp(
    'site',
    {
      PORT: '0',
      HEALTH_PORT: '0',
      API_URL: apiUrl ?? testEnvironment('TEST_API_URL'),
      API_PUBLIC_URL: 'https://api.cards.example',
      SITE_URL: 'https://cards.example',
      API_KEY_FILE: keyFile,
      // Use a long timeout, because requests may be slow on a busy machine. Tests of timeouts set a shorter one.
      API_TIMEOUT_MS: '20000',
      VISITOR_PAGES_PER_SECOND: '1000',
      // Do not reuse responses, so that pages show changes immediately.
      RESPONSE_MAX_AGE_SECONDS: '0',
      ...env,
    },
    directory,
  );
  const address = `http://127.0.0.1:${app.port}`;
  const get: Site['get'] = async (target, headers = {}) => {
    const response = await fetch(address + target, { headers, redirect: 'manual' });
    const html = await response.text();
    const { status, headers: received } = response;
    if (status === 301) return get(received.get('location') ?? '', headers);
    return { status, headers: received, html, text: textOf(html) };
  };
  return {
    address,
    healthPort: app.healthPort,
    get,
    log: () => readFileSync(path.join(directory, 'site.log'), 'utf8'),
    async stop() {
      await app.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function textOf(html: string): string {
  return (
    html
      .replace(/<head>.*<\/head>/s, ' ')
      // Remove `<mark>` elements first, because they split words in the text.
      .replace(/<\/?mark>/g, '')
      .replace(/<[^>]*>/g, ' ')
      .replaceAll('&lt;', '<')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&')
      .replace(/\s+/g, ' ')
  );
}
