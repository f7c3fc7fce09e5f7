import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import {
  build,
  buildFolder,
  describeOverlays,
  type Manifest,
  OVERLAYS,
  ofKind,
  type Pod,
  podsOf,
  selects,
} from './manifests.ts';

const MONITORING = fileURLToPath(new URL('../../monitoring', import.meta.url));
const SECRETS = fileURLToPath(new URL('../secrets.mjs', import.meta.url));
// Objects that are not part of the overlays. The operator must create them.
const GIVEN = ['Secret/site-key/key', 'ConfigMap/ca-bundle'];

const name = (object: Manifest): string => `${object.kind}/${object.metadata.name}`;

/** Lists the objects and keys that a pod refers to, as `Kind/name` or `Kind/name/key`. */
function referencesOf({ spec, containers }: Pod): string[] {
  const fromEnv = containers.flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }: Manifest) => [
      ...(valueFrom?.secretKeyRef
        ? [`Secret/${valueFrom.secretKeyRef.name}/${valueFrom.secretKeyRef.key}`]
        : []),
      ...(valueFrom?.configMapKeyRef
        ? [`ConfigMap/${valueFrom.configMapKeyRef.name}/${valueFrom.configMapKeyRef.key}`]
        : []),
    ]),
  );
  const sources = (spec.volumes ?? []).flatMap(
    (volume: Manifest) => volume.projected?.sources ?? [volume],
  );
  const fromVolumes = sources.flatMap(
    ({ secret, configMap, persistentVolumeClaim: claim }: Manifest) => [
      ...(secret
        ? (secret.items ?? []).map(({ key }: Manifest) => `Secret/${secret.secretName}/${key}`)
        : []),
      ...(configMap ? [`ConfigMap/${configMap.name}`] : []),
      ...(claim ? [`PersistentVolumeClaim/${claim.claimName}`] : []),
    ],
  );
  return [...fromEnv, ...fromVolumes];
}

/** Lists the objects and keys that pods may refer to, as `Kind/name` or `Kind/name/key`. */
function referables(objects: readonly Manifest[]): Set<string> {
  const secrets: Manifest[] = JSON.parse(
    execFileSync('node', [SECRETS], { encoding: 'utf8' }),
  ).items;
  const withKeys = [...secrets, ...ofKind(objects, 'ConfigMap')].flatMap((object) =>
    Object.keys(object.data ?? object.stringData).map((key) => `${name(object)}/${key}`),
  );
  return new Set([...objects.map(name), ...secrets.map(name), ...withKeys, ...GIVEN]);
}

describeOverlays(OVERLAYS, (overlay) => {
  const objects = build(overlay);
  const pods = podsOf(objects);
  const portNames = ({ containers }: Pod): string[] =>
    containers.flatMap(({ ports = [] }) => ports.map((port: Manifest) => port.name));

  it('every service has at least one pod with its target ports', () => {
    for (const { metadata, spec } of ofKind(objects, 'Service')) {
      const behind = pods.filter(({ labels }) => selects({ matchLabels: spec.selector }, labels));
      expect([metadata.name, behind.length]).not.toEqual([metadata.name, 0]);
      for (const pod of behind) {
        expect(portNames(pod)).toEqual(
          expect.arrayContaining(spec.ports.map((port: Manifest) => port.targetPort)),
        );
      }
    }
  });

  it('the ServiceMonitor selects exactly one service, which has a metrics port', () => {
    const [{ metadata, spec }, ...others] = ofKind(buildFolder(MONITORING), 'ServiceMonitor');
    expect(others).toEqual([]);
    expect([metadata.namespace, spec.namespaceSelector]).toEqual(['monitoring', { any: true }]);
    const services = ofKind(objects, 'Service').filter((service) =>
      selects(spec.selector, service.metadata.labels),
    );
    expect(services).toHaveLength(1);
    const [endpoint] = spec.endpoints;
    expect(services[0].spec.ports.map((port: Manifest) => port.name)).toContain(endpoint.port);
    expect(endpoint.path).toBe('/metrics');
  });

  it('all references point to existing objects', () => {
    const there = referables(objects);
    const missing = pods.flatMap((pod) =>
      referencesOf(pod)
        .filter((reference) => !there.has(reference))
        .map((reference) => `${pod.owner}: ${reference}`),
    );
    expect(missing).toEqual([]);
  });

  it('network policies and all that the migration needs are deployed before all other objects', () => {
    const first = objects.filter(({ metadata }) => metadata.labels?.deploy === 'first');
    const there = referables(first);
    const wanted = podsOf(first).flatMap(referencesOf);
    expect(podsOf(first).map(({ owner }) => owner)).toEqual(['Job/migrate']);
    expect(wanted.filter((each) => !there.has(each))).toEqual([]);
    for (const kind of ['NetworkPolicy', 'PriorityClass']) {
      expect(ofKind(first, kind)).toEqual(ofKind(objects, kind));
    }
  });
});
