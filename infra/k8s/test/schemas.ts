import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { build, buildFolder, describeOverlays, type Manifest, OVERLAYS } from './manifests.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const require = createRequire(import.meta.url);

// The Gateway API is checked in edge.ts instead, because the packages with its schemas do not support the oldest
// supported version of Node.
const WITHOUT_SCHEMA = /^gateway\.networking\.k8s\.io\//;

/** Returns the name of the package that contains an object's schema. */
function modelOf({ apiVersion }: Manifest): string {
  const isOperators = apiVersion.startsWith('monitoring.coreos.com/');
  return `${isOperators ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${apiVersion}`;
}

/** Lists the violations of an object's JSON schema. */
function faultsOf(object: Manifest): string[] {
  const Model = require(modelOf(object))[object.kind];
  try {
    new Model(object).validate();
    return [];
  } catch (error) {
    return [`${object.kind}/${object.metadata.name}: ${(error as Error).message}`];
  }
}

/**
 * Finds fields that Kubernetes does not define. The JSON schemas allow such fields, but the TypeScript compiler reports
 * them.
 */
function unknownFields(objects: readonly Manifest[]): string {
  const folder = mkdtempSync(path.join(ROOT, 'node_modules', '.gcd-manifests-'));
  try {
    const literals = objects.map(
      (object, index) =>
        `export const object${index}: import('${modelOf(object)}').I${object.kind} = ${JSON.stringify(object)};`,
    );
    const file = path.join(folder, 'manifests.ts');
    writeFileSync(file, literals.join('\n'));
    const options = [
      '--noEmit',
      '--strict',
      '--skipLibCheck',
      '--ignoreConfig',
      '--module',
      'nodenext',
    ];
    const tsc = path.join(ROOT, 'node_modules', '.bin', 'tsc');
    return spawnSync(tsc, [...options, '--types', 'node', file], { encoding: 'utf8' }).stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const builtWithSchema = (overlay: string): Manifest[] => {
  const built = overlay === 'monitoring' ? buildFolder(`${ROOT}infra/monitoring`) : build(overlay);
  return built.filter(({ apiVersion }) => !WITHOUT_SCHEMA.test(apiVersion));
};

describeOverlays([...OVERLAYS, 'monitoring'], (overlay) => {
  it('all objects conform to the Kubernetes schemas', () => {
    const objects = builtWithSchema(overlay);
    expect(objects.length).toBeGreaterThan(overlay === 'monitoring' ? 4 : 30);
    expect(objects.flatMap(faultsOf)).toEqual([]);
  });
});

// Break manifests on purpose to show that the schema checks detect violations.
describeOverlays(['dev'], (overlay) => {
  const deployment = (): Manifest => build(overlay).find(({ kind }) => kind === 'Deployment');

  // The compiler starts slowly, so it checks all objects and an invalid one at once.
  it('no object contains unknown fields, except the one that the check must detect', () => {
    const invalid = deployment();
    invalid.spec.template.spec.containers[0].readynessProbe = {};
    const objects = [...OVERLAYS, 'monitoring'].flatMap(builtWithSchema);
    const output = unknownFields([...objects, invalid]);
    expect(output.match(/error TS/g)).toHaveLength(1);
    expect(output).toContain('readynessProbe');
  });
});
