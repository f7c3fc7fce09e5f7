import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';

const FOLDER = fileURLToPath(new URL('./assets', import.meta.url));
const PREFIX = '/assets/';

/** Of each file a name for its content. */
const versions = new Map(
  readdirSync(FOLDER).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(path.join(FOLDER, name)))
      .digest('base64url')
      .slice(0, 12),
  ]),
);

/** Where a browser gets a file of ours, by its content: it may keep that for ever. */
export function assetUrl(name: string): string {
  return `${PREFIX}${name}?v=${versions.get(name)}`;
}

/** Whether a path leads to an asset. */
export const isAsset = (url: string): boolean => url.startsWith(PREFIX);

/** Where the style sheet finds its font: that never changes under this name. */
export const FONT_URL = `${PREFIX}barlow-condensed.woff2`;

/** Serves style, script, font and icon. */
export async function serveAssets(http: FastifyInstance): Promise<void> {
  await http.register(fastifyStatic, {
    root: FOLDER,
    prefix: PREFIX,
    index: false,
    // A route per file: what else is below it is as unknown as any other path.
    wildcard: false,
    decorateReply: false,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const request = (reply as { request?: FastifyRequest }).request;
      const asked = (request?.query as { v?: string } | undefined)?.v;
      // While a new version is rolled out, an old replica may be asked for what it does not have.
      const isSame = asked === undefined || asked === versions.get(path.basename(file));
      reply.header('cache-control', isSame ? 'public, max-age=31536000, immutable' : 'no-store');
    },
  });
}
