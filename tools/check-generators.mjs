// Generates TypeScript from docs/openapi.json with common generators, and compiles the result. Run this script manually
// after a change to docs/openapi.json:
//
// node tools/check-generators.mjs
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const DOCUMENT = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));
/** Pinned versions, so that the check can fail only because of a change to docs/openapi.json. */
const PACKAGES = [
  'typescript@5.9.3',
  'openapi-typescript@7.13.0',
  '@hey-api/openapi-ts@0.99.0',
  'swagger-typescript-api@13.13.0',
  'orval@8.38.0',
  // Version 5 requires a newer version of Node.
  ...['cli', 'core', 'plugin-oas', 'plugin-ts', 'plugin-client'].map(
    (name) => `@kubb/${name}@4.39.3`,
  ),
];
const COMMANDS = {
  'openapi-typescript': 'openapi-typescript openapi.json -o openapi-typescript/api.ts',
  '@hey-api/openapi-ts': 'openapi-ts -i openapi.json -o hey-api',
  'swagger-typescript-api': 'swagger-typescript-api generate -p openapi.json -o swagger -n api.ts',
  orval: 'orval --input ./openapi.json --output ./orval/api.ts --client fetch',
  kubb: 'kubb generate',
};
const KUBB_CONFIG = `import { defineConfig } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';

export default defineConfig({
  input: { path: './openapi.json' },
  output: { path: './kubb', format: false },
  plugins: [pluginOas({ generators: [] }), pluginTs(), pluginClient({ client: 'fetch' })],
});
`;
const OPTIONS = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  // The code that kubb generates includes file extensions in imports.
  allowImportingTsExtensions: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
};

const directory = mkdtempSync(path.join(tmpdir(), 'gcd-generators-'));

/** Runs a command in the directory. @throws Error with its output if the command fails */
function run(command) {
  const { status, stdout, stderr } = spawnSync(command, { cwd: directory, shell: true });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
}

try {
  copyFileSync(DOCUMENT, path.join(directory, 'openapi.json'));
  writeFileSync(path.join(directory, 'package.json'), '{"private": true, "type": "module"}');
  writeFileSync(path.join(directory, 'kubb.config.js'), KUBB_CONFIG);
  const config = { compilerOptions: OPTIONS, exclude: ['node_modules', 'kubb.config.js'] };
  writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify(config));
  run(`npm install --no-audit --no-fund --ignore-scripts ${PACKAGES.join(' ')}`);
  for (const [name, command] of Object.entries(COMMANDS)) {
    run(`npx ${command}`);
    run('npx tsc -p tsconfig.json');
    console.log(`${name}: generated and compiled`);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
