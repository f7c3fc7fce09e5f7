import { expect, it } from '@jest/globals';
import { build, describeOverlays, OVERLAYS, ofKind, podsOf } from './manifests.ts';

describeOverlays(OVERLAYS, (overlay) => {
  const objects = build(overlay);
  const pods = podsOf(objects);

  it.each(pods.map((pod) => [pod.owner, pod] as const))(
    '%s runs with least privilege',
    (_owner, pod) => {
      expect(pod.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const container of pod.containers) {
        expect(container).toMatchObject({
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
          resources: { requests: { cpu: expect.any(String), memory: expect.any(String) } },
        });
        expect(container.resources.limits).toEqual({ memory: container.resources.requests.memory });
        expect(container.image).toMatch(/(:[\w.-]+|@sha256:[0-9a-f]{64})$/);
        expect(container.image).not.toMatch(/:latest$/);
      }
    },
  );

  it('the manifests contain no secrets', () => {
    expect(ofKind(objects, 'Secret')).toEqual([]);
    const values = pods.flatMap(({ containers }) => containers.flatMap(({ env = [] }) => env));
    for (const { name: variable, value } of values) {
      if (/PASSWORD/.test(variable)) expect(value).toBeUndefined();
    }
  });
});
