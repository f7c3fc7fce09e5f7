import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import {
  build,
  buildKustomization,
  describeOverlays,
  EXTERNAL,
  type Manifest,
  ofKind,
} from './manifests.ts';

const DOC = `\n${readFileSync(new URL('../../../docs/operations/upgrade.md', import.meta.url), 'utf8')}`;
const SERVICES = ['cards', 'catalogs', 'certs', 'changes', 'search'];
const ORDER = [['Job/migrate'], SERVICES, ['gateway'], ['site']];

const sectionOf = (heading: string): string =>
  DOC.slice(DOC.indexOf(`\n${heading}\n`)).split(/\n#+ /, 2)[1] ?? '';

/** Whether an object matches a label selector of kubectl with a single requirement. */
function matches({ metadata: { labels = {} } }: Manifest, selector: string): boolean {
  const [, key = '', operator, values = ''] =
    /^([\w./-]+) ?(=|!=|notin) ?\(?([^)]*)\)?$/.exec(selector) ?? [];
  const isAmong = values.split(', ').includes(labels[key]);
  return operator === '=' ? isAmong : !isAmong;
}

/** The names of Deployments and jobs that each `kubectl apply` of a section applies for the first time. */
function stepsOf(section: string, objects: readonly Manifest[]): string[][] {
  const workloads = ofKind(objects, 'Deployment', 'Job');
  const selectors = [...section.matchAll(/^ {4}kubectl apply -k OVERLAY(?: -l '?([^'\n]+)'?)?$/gm)];
  const applied = new Set<Manifest>();
  return selectors.map(([, selector]) => {
    const step = workloads.filter(
      (object) => !applied.has(object) && (!selector || matches(object, selector)),
    );
    for (const object of step) applied.add(object);
    return step
      .map(({ kind, metadata }) => (kind === 'Job' ? `Job/${metadata.name}` : metadata.name))
      .sort();
  });
}

describeOverlays(EXTERNAL, (overlay) => {
  it('the documented commands upgrade the schema, the services, the gateway and the site in this order', () => {
    expect(stepsOf(sectionOf('# Upgrade'), build(overlay))).toEqual(ORDER);
  });
});

describeOverlays(['production'], () => {
  it('the documented sync waves of Argo CD have the same order', () => {
    const example =
      /( +patches:\n[\s\S]*?)\n\n/.exec(sectionOf('## Migrations in GitOps'))?.[1] ?? '';
    const objects = buildKustomization({ resources: ['overlays/production'], ...parse(example) });
    const waveOf = ({ metadata }: Manifest): number =>
      Number(metadata.annotations?.['argocd.argoproj.io/sync-wave'] ?? 0);
    const waves = new Map<number, string[]>();
    for (const object of ofKind(objects, 'Job', 'Deployment')) {
      const { kind, metadata } = object;
      const name = kind === 'Job' ? `Job/${metadata.name}` : metadata.name;
      waves.set(waveOf(object), [...(waves.get(waveOf(object)) ?? []), name].sort());
    }
    const inOrder = [...waves].sort(([a], [b]) => a - b).map(([, names]) => names);
    expect(inOrder).toEqual(ORDER);
    const [addresses] = ofKind(objects, 'ConfigMap').filter(({ data }) => data['catalog-replicas']);
    expect(waveOf(addresses)).toBeLessThan(Math.min(...waves.keys()));
  });
});
