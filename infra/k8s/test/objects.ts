import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createLogger, Health, startHealthServer } from '@gcd/process';
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
  const serving = pods.filter(({ labels }) => labels['app.kubernetes.io/component'] === 'app');
  const portNames = ({ containers }: Pod): string[] =>
    containers.flatMap(({ ports = [] }) => ports.map((port: Manifest) => port.name));

  it('every selector matches exactly the expected pods', () => {
    for (const object of ofKind(objects, 'Deployment', 'StatefulSet')) {
      const selected = pods.filter(({ labels }) => selects(object.spec.selector, labels));
      expect(selected.map(({ owner }) => owner)).toEqual([name(object)]);
    }
  });

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

  it('probes use only existing ports and paths', async () => {
    const state = new Health(createLogger('test', 'silent'));
    state.started();
    const health = await startHealthServer(0, state);
    try {
      for (const pod of serving) {
        const [app] = pod.containers;
        // An app that is waiting for a server counts as started, so that Kubernetes does not restart it.
        expect(app.startupProbe.httpGet.path).toBe('/health/live');
        expect(app.readinessProbe.httpGet.path).toBe('/health/ready');
        expect(app.livenessProbe.httpGet.path).toBe('/health/live');
        for (const probe of [app.startupProbe, app.readinessProbe, app.livenessProbe]) {
          expect(app.ports).toContainEqual({ name: probe.httpGet.port, containerPort: 9090 });
          const response = await fetch(`http://127.0.0.1:${health.port}${probe.httpGet.path}`);
          expect(response.status).toBe(200);
        }
      }
    } finally {
      await health.close();
    }
    for (const pod of pods) {
      for (const { readinessProbe } of pod.containers.filter(
        (each) => each.readinessProbe?.httpGet,
      )) {
        expect(portNames(pod)).toContain(readinessProbe.httpGet.port);
      }
    }
  });

  it('every serving app has an autoscaler, a spread constraint and a disruption budget', () => {
    const deployments = ofKind(objects, 'Deployment').map(({ metadata }) => metadata.name);
    const scaled = ofKind(objects, 'HorizontalPodAutoscaler');
    expect(scaled.map(({ spec }) => spec.scaleTargetRef.name)).toEqual(deployments);
    const least = overlay === 'dev' ? 1 : 2;
    for (const { spec } of scaled) expect(spec.minReplicas).toBeGreaterThanOrEqual(least);
    for (const pod of serving) {
      const budgets = ofKind(objects, 'PodDisruptionBudget').filter(({ spec }) =>
        selects(spec.selector, pod.labels),
      );
      expect([pod.owner, budgets.length]).toEqual([pod.owner, 1]);
      expect(budgets[0].spec.unhealthyPodEvictionPolicy).toBe('AlwaysAllow');
      expect(pod.spec.topologySpreadConstraints[0]).toMatchObject({
        topologyKey: 'kubernetes.io/hostname',
        // During an update, count only pods of the new version. Otherwise, old pods could prevent new pods from being
        // scheduled.
        matchLabelKeys: ['pod-template-hash'],
      });
      for (const { labelSelector, whenUnsatisfiable } of pod.spec.topologySpreadConstraints) {
        // With `DoNotSchedule`, a single full node would block scaling, because it still counts as an empty domain.
        expect(whenUnsatisfiable).toBe('ScheduleAnyway');
        expect(serving.filter(({ labels }) => selects(labelSelector, labels))).toEqual([pod]);
      }
    }
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

  it('the migration and its config maps are deployed before all other objects', () => {
    const first = objects.filter(({ metadata }) => metadata.labels?.deploy === 'first');
    const wanted = podsOf(first)
      .flatMap(referencesOf)
      .filter((each) => each.startsWith('ConfigMap/'));
    expect(podsOf(first).map(({ owner }) => owner)).toEqual(['Job/migrate']);
    const maps = wanted
      .filter((each) => !GIVEN.includes(each))
      .map((each) => each.split('/', 2).join('/'));
    expect([...new Set(maps)].sort()).toEqual(ofKind(first, 'ConfigMap').map(name).sort());
  });
});
