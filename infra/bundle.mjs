// Bundles a program and its imports into `dist/main.js`, and what it imports only when needed into `dist/chunks`. Operators, tests and rollouts start programs often, and
// resolving a thousand modules would take most of the startup time.
import { rmSync } from 'node:fs';
import { build } from 'esbuild';

// Optional packages of Nest and pg that no app uses, such as transports, parsers and another HTTP adapter. They stay
// out of the bundle, and most of them are not installed.
const OPTIONAL = [
  '@fastify/multipart',
  '@fastify/view',
  '@grpc/*',
  '@nestjs/platform-express',
  '@nestjs/websockets/*',
  'amqp-connection-manager',
  'amqplib',
  'class-transformer',
  'class-validator',
  'ioredis',
  'kafkajs',
  'mqtt',
  'nats',
  'pg-native',
];

const MAIN = 'dist/main.js';
const CHUNKS = 'chunks';

// Without `navigator`, as in Node 20, `pg` creates a `Response` to detect the runtime. This makes Node load its HTTP
// client, which takes 5 % of the startup time.
const BANNER = `
import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);
globalThis.navigator ??= { userAgent: 'Node.js' };`.replaceAll('\n', ' ');

rmSync(`dist/${CHUNKS}`, { recursive: true, force: true });
await build({
  entryPoints: [MAIN],
  outdir: 'dist',
  splitting: true,
  chunkNames: `${CHUNKS}/[name]-[hash]`,
  allowOverwrite: true,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Debuggers need source maps. Container images do not contain them.
  sourcemap: true,
  external: OPTIONAL,
  // The decorators in every chunk need it.
  inject: ['reflect-metadata'],
  logLevel: 'warning',
  banner: { js: BANNER },
});
