import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { canRun } from '@gcd/testing/programs.js';
import { expect, it } from '@jest/globals';

const scriptFile = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));
const APPS = ['gateway', 'certs', 'cards', 'search', 'changes', 'catalogs', 'site', 'admin'];

/** Runs the script with a kubectl that prints these conditions of the job. */
function waitFor(conditions: string): { status: number | null; stderr: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'gcd-kubectl-'));
  const kubectl = `#!/bin/sh\ncase $1 in get) echo '${conditions}' ;; logs) echo 'the log' ;; esac\n`;
  writeFileSync(path.join(folder, 'kubectl'), kubectl, { mode: 0o755 });
  const env = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  return spawnSync('bash', [scriptFile('wait-for-job.sh'), 'migrate', '-n', 'gcd'], {
    env,
    encoding: 'utf8',
  });
}

it('wait-for-job.sh succeeds when the job has completed', () => {
  expect(waitFor('SuccessCriteriaMet Complete').status).toBe(0);
});

it('wait-for-job.sh fails at once with the log of a job that failed', () => {
  const { status, stderr } = waitFor('FailureTarget Failed');
  expect([status, stderr]).toEqual([1, expect.stringContaining('the log')]);
});

const canRender = canRun(
  [['kubectl', 'version', '--client']],
  'the test of render.sh needs kubectl',
  'https://kubernetes.io/docs/tasks/tools',
);
(canRender ? it : it.skip)('render.sh pins every image of the product by digest', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gcd-release-'));
  const images = path.join(folder, 'images.yaml');
  const pin = (app: string): string =>
    `  - { name: gcd-${app}, newName: ghcr.io/owner/gcd-${app}, digest: "sha256:${'0'.repeat(64)}" }\n`;
  writeFileSync(images, `images:\n${APPS.map(pin).join('')}`);
  expect(spawnSync('bash', [scriptFile('render.sh'), images, folder]).status).toBe(0);
  for (const overlay of ['staging', 'production']) {
    const rendered = readFileSync(path.join(folder, `${overlay}.yaml`), 'utf8');
    const used = [...rendered.matchAll(/image: (.*)/g)].map(([, image]) => image ?? '');
    expect(new Set(used).size).toBe(APPS.length);
    for (const image of used) expect(image).toMatch(/^ghcr\.io\/owner\/gcd-\w+@sha256:0{64}$/);
  }
});
