import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

it('the types of the TypeScript client match docs/openapi.json; otherwise run: npm run openapi', () => {
  const cwd = fileURLToPath(new URL('..', import.meta.url));
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-client-'));
  const made = path.join(directory, 'openapi.ts');
  const { status } = spawnSync('npm', ['run', '-s', 'generate', '--', '--output', made], { cwd });
  expect(status).toBe(0);
  expect(readFileSync(path.join(cwd, 'src/openapi.ts'), 'utf8')).toBe(readFileSync(made, 'utf8'));
  rmSync(directory, { recursive: true });
});
