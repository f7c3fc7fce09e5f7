// Builds the package into dist: ES modules with the command line, CommonJS modules in `cjs`, and `browser.min.js`, one
// file for pages without a bundler. `npm run build` runs this program.
import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const run = (program, ...options) => execFileSync(program, options, { stdio: 'inherit' });

rmSync('dist', { recursive: true, force: true });
run('tsc', '-p', 'tsconfig.json');
run('tsc', '-p', 'tsconfig.cjs.json');
writeFileSync('dist/cjs/package.json', '{ "type": "commonjs" }\n');
await build({
  entryPoints: ['src/index.ts'],
  outfile: 'dist/browser.min.js',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  platform: 'browser',
});
