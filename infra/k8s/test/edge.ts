import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import {
  build,
  buildFolder,
  describeOverlays,
  EXTERNAL,
  type Manifest,
  ofKind,
} from './manifests.ts';

const OVERLAYS = fileURLToPath(new URL('../overlays', import.meta.url));

describeOverlays(EXTERNAL, (overlay) => {
  const routes = ofKind(build(overlay), 'HTTPRoute');
  const edge = buildFolder(`${OVERLAYS}/${overlay}/edge`);
  const [gateway] = ofKind(edge, 'Gateway');

  it('the Gateway has a listener for every route, and accepts routes from the namespace of the apps', () => {
    for (const { metadata, spec } of routes) {
      const [{ name, namespace, sectionName }] = spec.parentRefs;
      expect([namespace, name]).toEqual([gateway.metadata.namespace, gateway.metadata.name]);
      const listener = gateway.spec.listeners.find((each: Manifest) => each.name === sectionName);
      expect(spec.hostnames).toEqual([listener.hostname]);
      expect(listener.allowedRoutes.namespaces.selector.matchLabels).toEqual({
        'kubernetes.io/metadata.name': metadata.namespace,
      });
    }
    expect(ofKind(edge, 'Namespace')[0].metadata.labels).toEqual({
      'graded-card-data/edge': 'true',
    });
  });

  it('the API host does not accept HTTP requests, not even to redirect them', () => {
    const plain = gateway.spec.listeners.filter(({ protocol }: Manifest) => protocol === 'HTTP');
    const [api] = routes.filter(({ metadata }) => metadata.name === 'gateway');
    expect(plain.map(({ hostname }: Manifest) => hostname)).not.toContain(api.spec.hostnames[0]);
  });
});
