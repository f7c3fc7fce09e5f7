import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { parse, parseAllDocuments } from 'yaml';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));

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
