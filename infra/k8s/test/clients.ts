import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';
import { OVERLAYS } from './manifests.ts';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
/** Commands that render a folder, separated by commas, such as `kustomize-5.0.3 build`. */
const CLIENTS = (process.env.KUSTOMIZE_CLIENTS ?? '').split(',').filter(Boolean);

const kustomizations = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
  .filter((file) => path.basename(file) === 'kustomization.yaml')
  .map((file) => path.join(FOLDER, file));

/** Lists the files of patches in a kustomization. */
function patchesOf(kustomization: string): string[] {
  const { patches = [] } = parse(readFileSync(kustomization, 'utf8'));
  return patches.flatMap(({ path: file }: { path?: string }) =>
    file ? [path.join(path.dirname(kustomization), file)] : [],
  );
}

it('every patch file has one document, because kubectl 1.28 to 1.30 cannot read more', () => {
  const files = kustomizations.flatMap(patchesOf);
  expect(files.length).toBeGreaterThan(5);
  const documents = files.map((file) => parseAllDocuments(readFileSync(file, 'utf8')).length);
  expect(documents).toEqual(files.map(() => 1));
});

if (CLIENTS.length === 0) {
  process.stderr.write(
    'SKIPPED: tests of infra/k8s with several clients. To run them: KUSTOMIZE_CLIENTS="kustomize-5.0.3 build,kubectl kustomize"\n',
  );
}

(CLIENTS.length > 0 ? describe : describe.skip).each(OVERLAYS)('overlay %s', (overlay) => {
  it('is rendered by every client, with the same result', () => {
    const rendered = CLIENTS.map((client) => {
      const [program = '', ...args] = client.trim().split(' ');
      const { status, stdout, stderr } = spawnSync(
        program,
        [...args, path.join(FOLDER, 'overlays', overlay)],
        { encoding: 'utf8' },
      );
      expect([client, status, stderr]).toEqual([client, 0, '']);
      return stdout;
    });
    expect(new Set(rendered).size).toBe(1);
  });
});
