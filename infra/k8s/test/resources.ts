import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import {
  build,
  buildFolder,
  describeOverlays,
  type Manifest,
  OVERLAYS,
  ofKind,
  podsOf,
} from './manifests.ts';

const SERVERS = fileURLToPath(new URL('../servers', import.meta.url));
/** Maximum number of PostgreSQL connections per gateway, and per instance of a service. */
const CONNECTIONS_OF_GATEWAY = 16;
const CONNECTIONS_OF_SERVICE = 8;
/**
 * Instances of each app in addition to the maximum of its autoscaler: during a rollout, one starts while another stops.
 */
const SURGE = 2;
/** Connections of jobs, the operator and the exporter, and those reserved for superusers. */
const OTHER_CONNECTIONS = 30;

const scalerOf = (objects: readonly Manifest[], name: string): Manifest =>
  ofKind(objects, 'HorizontalPodAutoscaler').find(({ spec }) => spec.scaleTargetRef.name === name)
    .spec;

describeOverlays(OVERLAYS, (overlay) => {
  const objects = build(overlay);

  it.each(podsOf(objects).map((pod) => [pod.owner, pod] as const))(
    '%s runs with least privilege, a priority that exists, and equal memory request and limit',
    (_owner, { spec, containers }) => {
      const classes = ofKind(objects, 'PriorityClass').map(({ metadata }) => metadata.name);
      if (spec.priorityClassName) expect(classes).toContain(spec.priorityClassName);
      expect(spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const { securityContext, resources, image } of containers) {
        expect(securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources.limits).toEqual({ memory: resources.requests.memory });
        expect(image).toMatch(/:(?!latest$)[\w.-]+$|@sha256:/);
      }
    },
  );
});

describeOverlays(['production'], (overlay) => {
  it('PostgreSQL accepts the connections of a rollout at the maximum scale', () => {
    const objects = build(overlay);
    const connections = podsOf(objects).map(({ owner, labels }) => {
      if (!owner.startsWith('Deployment/') || !labels['asks-postgres']) return 0;
      const name = owner.slice('Deployment/'.length);
      const each = name === 'gateway' ? CONNECTIONS_OF_GATEWAY : CONNECTIONS_OF_SERVICE;
      return each * (scalerOf(objects, name).maxReplicas + SURGE);
    });
    const [cluster] = ofKind(buildFolder(SERVERS), 'Cluster');
    const total = connections.reduce((sum, each) => sum + each, OTHER_CONNECTIONS);
    expect(total).toBeGreaterThan(500);
    expect(total).toBeLessThanOrEqual(Number(cluster.spec.postgresql.parameters.max_connections));
  });
});
