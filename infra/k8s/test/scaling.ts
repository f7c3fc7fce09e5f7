import { describe, expect, it } from '@jest/globals';
import {
  build,
  buildWith,
  describeOverlays,
  OVERLAYS,
  ofKind,
  type Pod,
  podsOf,
} from './manifests.ts';

const SERVICES = ['cards', 'catalogs', 'certs', 'changes', 'search'];

/** Converts a quantity such as `500m` to a number of CPUs. */
const cpus = (quantity: string): number =>
  Number.parseFloat(quantity) / (quantity.endsWith('m') ? 1000 : 1);

const requestOf = ({ containers: [app] }: Pod): number => cpus(app.resources.requests.cpu);

describeOverlays(OVERLAYS, (overlay) => {
  const objects = build(overlay);
  const apps = podsOf(objects).filter(
    ({ labels }) => labels['app.kubernetes.io/component'] === 'app',
  );
  const scalers = ofKind(objects, 'HorizontalPodAutoscaler');

  it('the CPU target of every autoscaler is below the CPU request of its app, and below one CPU', () => {
    expect(scalers).toHaveLength(apps.length);
    for (const { spec } of scalers) {
      const [{ resource }] = spec.metrics;
      expect(resource).toMatchObject({ name: 'cpu', target: { type: 'AverageValue' } });
      const target = cpus(resource.target.averageValue);
      expect(target).toBeGreaterThan(0.5);
      expect(target).toBeLessThan(1);
      // The dev overlay is exempt, because its apps request as little CPU as possible.
      if (overlay === 'dev') continue;
      const app = apps.find(({ owner }) => owner === `Deployment/${spec.scaleTargetRef.name}`);
      expect(requestOf(app as Pod)).toBeGreaterThan(target);
    }
  });
});

describe('with the Kustomize component in-flight', () => {
  describeOverlays(['production'], () => {
    it('autoscalers scale services, but not the gateway, by CPU and by operations in flight', () => {
      const objects = buildWith('in-flight');
      const scaledByLoad = ofKind(objects, 'HorizontalPodAutoscaler').filter(({ spec }) =>
        JSON.stringify(spec.metrics).includes('gcd_operations_in_flight'),
      );
      expect(scaledByLoad.map(({ metadata }) => metadata.name).sort()).toEqual(SERVICES);
    });
  });
});
