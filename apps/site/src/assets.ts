import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const FOLDER = fileURLToPath(new URL('./assets', import.meta.url));
const PREFIX = '/assets/';

/** Content hash of each asset. */
const versions = new Map(
  readdirSync(FOLDER).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(path.join(FOLDER, name)))
      .digest('base64url')
      .slice(0, 12),
  ]),
);

/** Returns the URL of an asset. The URL contains a content hash, so that browsers can cache the asset forever. */
export function assetUrl(name: string): string {
  return `${PREFIX}${name}?v=${versions.get(name)}`;
}

/** Whether a path leads to an asset. */
export const isAsset = (url: string): boolean => url.startsWith(PREFIX);

/** The style sheet loads its font from this URL, which never changes. */
export const FONT_URL = `${PREFIX}barlow-condensed.woff2`;

/** Serves the style sheet, script, font and icon. */
export async function serveAssets(http: FastifyInstance): Promise<void> {
  await http.register(fastifyStatic, {
    root: FOLDER,
    prefix: PREFIX,
    index: false,
    // Registers one route per file, so that other paths below the prefix return the usual 404.
    wildcard: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const request = (reply as { request?: FastifyRequest }).request;
      const asked = (request?.query as { v?: string } | undefined)?.v;
      // During an update, an old instance may receive requests for assets of the new version. It must not answer them
      // with its own files.
      const isSame = asked === undefined || asked === versions.get(path.basename(file));
      reply.header('cache-control', isSame ? 'public, max-age=31536000, immutable' : 'no-store');
    },
  });
}
