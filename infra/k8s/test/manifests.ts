import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';

/** An object as it would be sent to a cluster. */
// biome-ignore lint/suspicious/noExplicitAny: manifests of every kind; their shape is what schemas.test.ts checks
export type Manifest = any;

/** A pod as an object describes it, with the object. */
export interface Pod {
  /** `kind/name` of the object. */
  readonly owner: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: Manifest;
  /** The containers, those that run first among them. */
  readonly containers: readonly Manifest[];
}

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const TOOLS = [
  ['kustomize', 'build'],
  ['kubectl', 'kustomize'],
] as const;

/** The overlays, empty where no tool can build them. Checks of them are then skipped, out loud. */
export const overlays = findOverlays();

/** Every object of an overlay. */
export function build(overlay: string): Manifest[] {
  const { stdout, stderr, status } = kustomize(`${FOLDER}overlays/${overlay}`);
  if (status !== 0) throw new Error(stderr);
  return parseAllDocuments(stdout).map((document) => document.toJS());
}

/** The pods of all objects that make some. */
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

/** Objects of a kind. */
export function ofKind(objects: readonly Manifest[], ...kinds: string[]): Manifest[] {
  return objects.filter(({ kind }) => kinds.includes(kind));
}

/** Whether labels have all that a selector wants; an empty one selects everything. */
export function selects(
  selector: { matchLabels?: Record<string, string> } | undefined,
  labels: Readonly<Record<string, string>> = {},
): boolean {
  return Object.entries(selector?.matchLabels ?? {}).every(
    ([name, value]) => labels[name] === value,
  );
}

function kustomize(folder: string): { stdout: string; stderr: string; status: number | null } {
  for (const [program, command] of TOOLS) {
    const done = spawnSync(program, [command, folder], { encoding: 'utf8' });
    if (!done.error) return done;
  }
  return { stdout: '', stderr: 'neither kustomize nor kubectl is on the PATH', status: null };
}

function findOverlays(): string[] {
  const { status, stderr } = kustomize(`${FOLDER}base`);
  if (status !== null) return ['dev', 'production'];
  console.warn(`The checks of infra/k8s are SKIPPED: ${stderr}`);
  return [];
}
