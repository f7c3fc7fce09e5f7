// Bundles a program and its imports into `dist/main.js`. Without bundling, resolving a thousand modules would take most
// of the startup time, and programs are started often: by operators, by tests and in every rollout.
import { build } from 'esbuild';

// Optional parts of the framework: transports and parsers that are not installed, and an HTTP adapter that no app uses.
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

// Node 20 has no `navigator`. `pg` would then create a `Response` to detect the runtime, which makes Node load its HTTP
// client and takes a twentieth of the startup time.
const BANNER = `
import { createRequire as createRequireOfBundle } from 'node:module';
const require = createRequireOfBundle(import.meta.url);
globalThis.navigator ??= { userAgent: 'Node.js' };`.replaceAll('\n', ' ');

await build({
  entryPoints: [MAIN],
  outfile: MAIN,
  allowOverwrite: true,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // Debuggers need source maps. Container images do not contain them.
  sourcemap: true,
  external: OPTIONAL,
  logLevel: 'warning',
  banner: { js: BANNER },
});
