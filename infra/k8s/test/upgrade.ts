import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { build, describeOverlays, EXTERNAL, type Manifest, ofKind } from './manifests.ts';

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
