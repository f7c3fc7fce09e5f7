import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { SECURITY_HEADERS } from './headers.js';
import { sendStored, storedResponse } from './stored-response.js';

const FOLDER = fileURLToPath(new URL('./assets', import.meta.url));
const PREFIX = '/assets/';

/** Content of each asset, and a hash of that content. */
const assets = new Map(
  readdirSync(FOLDER).map((name) => {
    const body = readFileSync(path.join(FOLDER, name));
    const version = createHash('sha256').update(body).digest('base64url').slice(0, 12);
    return [name, { body, version }];
  }),
);

/** Returns the URL of an asset. The URL contains a content hash, so that browsers can cache the asset forever. */
export function assetUrl(name: string): string {
  return `${PREFIX}${name}?v=${assets.get(name)?.version}`;
}

/** Whether a request is for an asset, however its path is written. */
export const isAsset = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.url?.startsWith(PREFIX) ?? false;

/** URL of the font, as in the style sheet. It contains no content hash, because the font never changes. */
export const FONT_URL = `${PREFIX}barlow-condensed.woff2`;

/** Content types of assets, by file extension. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.LICENSE': 'text/plain; charset=utf-8',
};

export function serveAssets(http: FastifyInstance): void {
  for (const [name, { version, body }] of assets) {
    const responseWith = (cacheControl: string) =>
      storedResponse(
        200,
        {
          ...SECURITY_HEADERS,
          'content-type': TYPES[path.extname(name)],
          'cache-control': cacheControl,
        },
        body,
      );
    const forever = responseWith('public, max-age=31536000, immutable');
    const once = responseWith('no-store');
    http.get<{ Querystring: { v?: string } }>(PREFIX + name, (request, reply) => {
      const { v } = request.query;
      // During an update, an old instance may receive requests for assets of the new version. It then serves the old
      // assets, which must not be cached under the URLs of the new version.
      sendStored(request, reply, v === undefined || v === version ? forever : once);
    });
  }
}
