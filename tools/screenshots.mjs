// Creates docs/images, which the README shows. `npm start` must be running:
//
// node tools/screenshots.mjs [API_URL] [SITE_URL]
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [apiUrl = 'http://localhost:3000', siteUrl = 'http://localhost:3001'] = process.argv.slice(2);
const CARD = '85c82c158cac20785082526b3bb6248031db6a66';
const PAGES = {
  card: `${siteUrl}/card/${CARD}`,
  reference: `${apiUrl}/docs/reference/lookupCert`,
};
const IMAGES = new URL('../docs/images/', import.meta.url);

mkdirSync(IMAGES, { recursive: true });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
const session = await page.context().newCDPSession(page);
for (const [name, url] of Object.entries(PAGES)) {
  await page.goto(url, { waitUntil: 'networkidle' });
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 });
  writeFileSync(new URL(`${name}.webp`, IMAGES), Buffer.from(data, 'base64'));
}
await browser.close();
