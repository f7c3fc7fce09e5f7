import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, it } from '@jest/globals';
import { parseAllDocuments } from 'yaml';
import { canRun } from '@gcd/testing/programs.js';

/** A Kubernetes object as the overlay defines it. */
// biome-ignore lint/suspicious/noExplicitAny: manifests have many kinds, and schemas.ts checks their shapes
export type Manifest = any;

export interface Pod {
  /** Owner of the pod template, as `kind/name`. */
  readonly owner: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: Manifest;
  /** All containers, including init containers. */
  readonly containers: readonly Manifest[];
}

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const TOOLS = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
] as const;

const canBuild = canRun(
  [
    ['kustomize', 'version'],
    ['kubectl', 'version', '--client'],
  ],
  'tests of infra/k8s need kustomize or kubectl',
  'https://kubernetes.io/docs/tasks/tools',
);

export const OVERLAYS = ['dev', 'staging', 'production'] as const;

/** Overlays that use PostgreSQL, NATS and Redis servers outside the cluster. */
export const EXTERNAL = ['staging', 'production'] as const;

/**
 * Declares the same tests for each of the given overlays. The tests are skipped if neither kustomize nor kubectl is
 * installed.
 */
export function describeOverlays(
  overlays: readonly string[],
  tests: (overlay: string) => void,
): void {
  const skip = (): void => it.skip('requires kustomize or kubectl', () => undefined);
  describe.each(overlays)('in overlay %s:', canBuild ? tests : skip);
}

const built = new Map<string, Manifest[]>();

/** Builds the objects of an overlay. @returns a copy, which a test may change */
export function build(overlay: string): Manifest[] {
  const objects = built.get(overlay) ?? buildFolder(`${FOLDER}overlays/${overlay}`);
  built.set(overlay, objects);
  return structuredClone(objects);
}

/** Builds all Kubernetes objects in a folder that contains a kustomization. */
export function buildFolder(folder: string): Manifest[] {
  return parseAllDocuments(kustomize(folder)).map((document) => document.toJS());
}

export function podsOf(objects: readonly Manifest[]): Pod[] {
  return objects.flatMap((object) => {
    const template = object.spec?.jobTemplate?.spec.template ?? object.spec?.template;
    if (!template?.spec?.containers) return [];
    const { initContainers = [], containers } = template.spec;
    return {
      owner: `${object.kind}/${object.metadata.name}`,
      labels: template.metadata.labels,
      spec: template.spec,
      containers: [...initContainers, ...containers],
    };
  });
}

export function ofKind(objects: readonly Manifest[], ...kinds: string[]): Manifest[] {
  return objects.filter(({ kind }) => kinds.includes(kind));
}

/**
 * Returns the value of a container's environment variable, which may come from a config map. Returns undefined if the
 * value is in a secret.
 */
export function environmentValue(
  objects: readonly Manifest[],
  { env = [] }: Manifest,
  name: string,
): string | undefined {
  const variable = env.find((each: Manifest) => each.name === name);
  const reference = variable?.valueFrom?.configMapKeyRef;
  if (!reference) return variable?.value;
  const map = ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name === reference.name);
  return map?.data[reference.key];
}

/** Whether labels match a selector; an empty selector matches everything. */
export function selects(
  selector: { matchLabels?: Record<string, string> } | undefined,
  labels: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(selector?.matchLabels ?? {}).every(
    ([name, value]) => labels[name] === value,
  );
}

function kustomize(folder: string): string {
  for (const [program, command] of TOOLS) {
    const { error, status, stdout, stderr } = spawnSync(program, [command, folder], {
      encoding: 'utf8',
    });
    if (error) continue;
    if (status === 0) return stdout;
    throw new Error(stderr);
  }
  throw new Error('neither kustomize nor kubectl is on the PATH');
}
