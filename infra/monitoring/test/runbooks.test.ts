import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { alerts } from './queries.ts';

const doc = readFileSync(new URL('../../../docs/operations/runbooks.md', import.meta.url), 'utf8');
/** Sections of the runbook, by the anchor of their heading. */
const sections = new Map(
  doc
    .split(/^(?=#{2,} )/m)
    .map((section) => [anchorOf(/^#+ (.*)/.exec(section)?.[1] ?? ''), section] as const),
);

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

describe.each(alerts)('$alert:', ({ alert, annotations }) => {
  it('the alert has a runbook that begins with check, lever and cause', () => {
    const [, file, anchor = ''] = /\/(docs\/[\w./]+)#(.+)$/.exec(annotations.runbook_url) ?? [];
    expect(file).toBe('docs/operations/runbooks.md');
    expect(anchor).toBe(alert.toLowerCase());
    const section = sections.get(anchor) ?? '';
    for (const part of ['Check', 'Lever', 'Cause']) expect(section).toContain(`- **${part}:** `);
  });
});
