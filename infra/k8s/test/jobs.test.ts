import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import {
  build,
  describeOverlays,
  environmentValue,
  type Manifest,
  OVERLAYS,
  ofKind,
  type Pod,
  podsOf,
} from './manifests.ts';

const GIB = 2 ** 30;
const UNITS: Record<string, number> = { Ki: 2 ** 10, Mi: 2 ** 20, Gi: GIB };

const bytes = (quantity: string): number =>
  Number.parseFloat(quantity) * (UNITS[quantity.slice(-2)] ?? 1);

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

  it('a suspended job with a deadline provides a shell for operators', () => {
    const { spec } = cronJob(objects, 'admin');
    expect(spec.suspend).toBe(true);
    expect(spec.jobTemplate.spec.activeDeadlineSeconds).toBeLessThanOrEqual(86_400);
    expect(spec.jobTemplate.spec.ttlSecondsAfterFinished).toBeGreaterThan(0);
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

  it.each([
    ['admin', { name: 'dataset', mountPath: '/dataset' }],
    ['daily', { name: 'dataset', mountPath: '/dataset', readOnly: true }],
  ])('an init container and the shell can write to the volume `dataset`: %s', (name, mount) => {
    const { containers, spec } = podsOf(objects).find(
      ({ owner }) => owner === `CronJob/${name}`,
    ) as Pod;
    const isDataset = (each: Manifest) => each.name === 'dataset';
    expect(containers[0].volumeMounts.filter(isDataset)).toEqual([mount]);
    const { persistentVolumeClaim } = spec.volumes.find(isDataset);
    expect(persistentVolumeClaim).toEqual({ claimName: 'dataset' });
  });

  it('the migration, which may rebuild the search table, has as much memory as an admin command', () => {
    const memoryOf = (of: string) => {
      const [container] = podsOf(objects).find(({ owner }) => owner === of)?.containers ?? [];
      return [
        environmentValue(objects, container, 'NODE_OPTIONS'),
        container.resources.requests.memory,
        container.resources.limits.memory,
      ];
    };
    expect(memoryOf('Job/migrate')).toEqual(memoryOf('CronJob/admin'));
  });

  it('every job runs the same image as the migration', () => {
    const images = podsOf(objects)
      .filter(({ owner }) => /^(Job|CronJob)\//.test(owner))
      .flatMap(({ containers }) => containers.map(({ image }) => image));
    expect(new Set(images).size).toBe(1);
  });
});

it.each(['docs/operations/daily-job.md', 'infra/k8s/kind.sh'])(
  '%s waits for the job `shell`, because its pod may not exist yet',
  (file) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    const waits = text.match(/(kubectl|kube) wait .*(job-name=|job\/)shell/g) ?? [];
    expect(waits).toEqual([
      expect.stringMatching(/--for=jsonpath='{.status.ready}'=1 .*job\/shell/),
    ]);
  },
);

describeOverlays(['dev'], (overlay) => {
  it('one instance of every app and one job together request at most 4 GiB of memory', () => {
    const objects = build(overlay);
    const requested = podsOf(objects)
      .filter(({ owner }) => owner !== 'CronJob/admin')
      .map(({ owner, containers, spec }) => {
        const replicas = objects.find(
          (object) => `${object.kind}/${object.metadata.name}` === owner,
        )?.spec.replicas;
        const all = containers.map(({ resources }) => bytes(resources.requests.memory));
        const together = spec.initContainers ? Math.max(...all) : all.reduce((a, b) => a + b, 0);
        return together * (replicas ?? 1);
      });
    expect(requested.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(4 * GIB);
  });
});
