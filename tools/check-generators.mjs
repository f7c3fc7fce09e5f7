// Generates TypeScript from docs/openapi.json with common generators, and compiles it. Run it manually when
// the document changes:
//
// node tools/check-generators.mjs
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const DOCUMENT = fileURLToPath(new URL('../docs/openapi.json', import.meta.url));
const COMMANDS = {
  'openapi-typescript': 'openapi-typescript openapi.json -o openapi-typescript/api.ts',
  '@hey-api/openapi-ts': 'openapi-ts -i openapi.json -o hey-api',
  'swagger-typescript-api': 'swagger-typescript-api generate -p openapi.json -o swagger -n api.ts',
  orval: 'orval --input ./openapi.json --output ./orval/api.ts --client fetch',
};
const OPTIONS = {
  strict: true,
  skipLibCheck: true,
  noEmit: true,
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
  const config = { compilerOptions: OPTIONS, exclude: ['node_modules'] };
  writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify(config));
  const packages = ['typescript@5', ...Object.keys(COMMANDS)].join(' ');
  run(`npm install --no-audit --no-fund --ignore-scripts ${packages}`);
  for (const [name, command] of Object.entries(COMMANDS)) {
    run(`npx ${command}`);
    run('npx tsc -p tsconfig.json');
    console.log(`${name}: generated and compiled`);
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
