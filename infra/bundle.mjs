// Makes a program one file: `dist/main.js` with all that it imports. Looking up and opening a thousand modules takes Node most of a
// start, and a program is started often: by operators, by tests, by every rollout.
import { build } from 'esbuild';

// Transports and parsers that the framework tries to load, and that no program here has.
const OPTIONAL = [
  '@fastify/multipart',
  '@fastify/view',
  '@grpc/*',
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

await build({
  entryPoints: [MAIN],
  outfile: MAIN,
  allowOverwrite: true,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20',
  // For debuggers; images leave it out.
  sourcemap: true,
  external: OPTIONAL,
  logLevel: 'warning',
  banner: {
    js: "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);",
  },
});
