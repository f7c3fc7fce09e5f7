import { expect, it } from '@jest/globals';
import { build, describeOverlays, type Manifest, OVERLAYS, ofKind, podsOf } from './manifests.ts';

const cronJob = (objects: readonly Manifest[], name: string): Manifest =>
  ofKind(objects, 'CronJob').find(({ metadata }) => metadata.name === name);

describeOverlays(OVERLAYS, (overlay) => {
  const objects = build(overlay);

  it('one daily job runs import, match, catalogs build and prune, in this order and with a deadline', () => {
    const { spec } = cronJob(objects, 'daily');
    expect(spec).toMatchObject({ concurrencyPolicy: 'Forbid', successfulJobsHistoryLimit: 3 });
    expect(spec.jobTemplate.spec.activeDeadlineSeconds).toBeGreaterThan(3600);
    const [{ args }] = spec.jobTemplate.spec.template.spec.containers;
    const steps = [...args[0].matchAll(/main\.js ([a-z]+)/g)].map(([, step]) => step);
    expect(steps).toEqual(['import', 'match', 'catalogs', 'prune']);
  });

  it('all pods that mount the same volumes run on one node', () => {
    const mounting = podsOf(objects).filter(({ spec }) =>
      spec.volumes?.some((volume: Manifest) => volume.persistentVolumeClaim),
    );
    expect(mounting.map(({ owner }) => owner).sort()).toEqual(['CronJob/admin', 'CronJob/daily']);
    for (const { spec, labels } of mounting) {
      const [term] = spec.affinity.podAffinity.requiredDuringSchedulingIgnoredDuringExecution;
      expect(term.topologyKey).toBe('kubernetes.io/hostname');
      // A pod that matches its own affinity can start even if no other pod matches.
      expect(labels).toMatchObject(term.labelSelector.matchLabels);
    }
  });
});
