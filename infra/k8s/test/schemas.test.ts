import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { build, buildFolder, describeOverlays, type Manifest, OVERLAYS } from './manifests.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const require = createRequire(import.meta.url);

// The Gateway API is checked in edge.test.ts instead, because the packages with its schemas do not support the oldest
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

describeOverlays([...OVERLAYS, 'monitoring'], (overlay) => {
  const built = overlay === 'monitoring' ? buildFolder(`${ROOT}infra/monitoring`) : build(overlay);
  const objects = built.filter(({ apiVersion }) => !WITHOUT_SCHEMA.test(apiVersion));

  it('all objects conform to the Kubernetes schemas', () => {
    expect(objects.length).toBeGreaterThan(overlay === 'monitoring' ? 4 : 30);
    expect(objects.flatMap(faultsOf)).toEqual([]);
  });

  it('no object contains unknown fields', () => {
    expect(unknownFields(objects)).toBe('');
  });
});

// Break manifests on purpose to show that the schema checks detect violations.
describeOverlays(['dev'], (overlay) => {
  const deployment = (): Manifest => build(overlay).find(({ kind }) => kind === 'Deployment');

  it('the schema check detects an invalid value', () => {
    const object = deployment();
    object.spec.replicas = 'two';
    expect(faultsOf(object)).toHaveLength(1);
  });

  it('the check for unknown fields detects an unknown field', () => {
    const object = deployment();
    object.spec.template.spec.containers[0].readynessProbe = {};
    expect(unknownFields([object])).toContain('readynessProbe');
  });
});
