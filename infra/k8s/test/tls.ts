import { expect, it } from '@jest/globals';
import {
  build,
  describeOverlays,
  EXTERNAL,
  type Manifest,
  type Pod,
  podsOf,
  environmentValue,
} from './manifests.ts';

const URLS = ['DATABASE_URL', 'DATABASE_READ_URL', 'NATS_URL', 'REDIS_URL'];
const CA = '/run/ca/ca.crt';

/** Whether a container trusts the certificate authorities in the config map `ca-bundle`. */
function trustsBundle(pod: Pod, { env = [], volumeMounts = [] }: Manifest): boolean {
  const variable = env.find(({ name }: Manifest) => name === 'NODE_EXTRA_CA_CERTS');
  const mount = volumeMounts.find(({ mountPath }: Manifest) => mountPath === '/run/ca');
  const volume = pod.spec.volumes?.find(({ name }: Manifest) => name === mount?.name);
  return variable?.value === CA && volume?.configMap?.name === 'ca-bundle';
}

describeOverlays(EXTERNAL, (overlay) => {
  const objects = build(overlay);
  const connecting = podsOf(objects).flatMap((pod) =>
    pod.containers.flatMap((container) =>
      URLS.flatMap((name) => {
        const url = environmentValue(objects, container, name);
        return url ? [{ pod, container, name, url }] : [];
      }),
    ),
  );

  it("apps and jobs use TLS for every server, and verify the server's name", () => {
    for (const { name, url } of connecting) {
      const secure = name.startsWith('DATABASE')
        ? /^postgres:.*[?&]sslmode=verify-full/
        : /^(tls|rediss|rediss-sentinel):/;
      expect([name, url]).toEqual([name, expect.stringMatching(secure)]);
    }
  });

  it('every container that connects to a server mounts the CA certificates', () => {
    for (const { pod, container } of connecting) {
      expect([pod.owner, container.name, trustsBundle(pod, container)]).toEqual([
        pod.owner,
        container.name,
        true,
      ]);
    }
  });
});
