import { describe, expect, it } from '@jest/globals';
import {
  build,
  buildWith,
  describeOverlays,
  EXTERNAL,
  type Manifest,
  ofKind,
} from './manifests.ts';

describeOverlays(EXTERNAL, (overlay) => {
  const objects = build(overlay);
  const services = ofKind(objects, 'Service');
  const [gateway] = ofKind(objects, 'Gateway');
  const routes = ofKind(objects, 'HTTPRoute');
  const listenerOf = (route: Manifest): Manifest =>
    gateway.spec.listeners.find(
      ({ name }: Manifest) => name === route.spec.parentRefs[0].sectionName,
    );

  it('every route is attached to a listener with the same host', () => {
    for (const route of routes) {
      expect(route.spec.parentRefs[0].name).toBe(gateway.metadata.name);
      expect(route.spec.hostnames).toEqual([listenerOf(route).hostname]);
    }
  });

  it('every route points to a port of a service', () => {
    const backends = routes.flatMap(({ spec }) =>
      spec.rules.flatMap(({ backendRefs = [] }: Manifest) => backendRefs),
    );
    expect(backends.map(({ name }) => name).sort()).toEqual(['gateway', 'site']);
    for (const { name, port } of backends) {
      const service = services.find(({ metadata }) => metadata.name === name);
      expect(service?.spec.ports.map((each: Manifest) => each.port)).toContain(port);
    }
  });

  it('the API host does not accept HTTP requests, not even to redirect them', () => {
    const api = routes.find(({ metadata }) => metadata.name === 'gateway');
    const hosts = gateway.spec.listeners
      .filter(({ protocol }: Manifest) => protocol === 'HTTP')
      .map(({ hostname }: Manifest) => hostname);
    expect(hosts).not.toContain(api.spec.hostnames[0]);
    expect(hosts).not.toContain(undefined);
  });

  it('the ingress proxy neither retries nor interrupts a download', () => {
    const api = routes.find(({ metadata }) => metadata.name === 'gateway');
    for (const rule of api.spec.rules) {
      expect(rule).not.toHaveProperty('retry');
      expect(rule.timeouts).toEqual({ request: '0s' });
    }
  });
});

describe('with the Kustomize component ingress instead of gateway-api', () => {
  describeOverlays(['production'], () => {
    it('the ingress routes requests to services and has a certificate for each host', () => {
      const objects = buildWith('ingress');
      const services = ofKind(objects, 'Service').map(({ metadata }) => metadata.name);
      for (const { spec } of ofKind(objects, 'Ingress')) {
        const [{ host, http }] = spec.rules;
        expect(spec.tls[0].hosts).toEqual([host]);
        expect(services).toContain(http.paths[0].backend.service.name);
      }
      expect(ofKind(objects, 'Ingress')).toHaveLength(2);
    });
  });
});
