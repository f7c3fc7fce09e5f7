import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';

const read = (file: string): string =>
  readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

it('the Docker build context contains the package.json of every workspace in the lock file', () => {
  const packages: Record<string, { link?: boolean; resolved?: string }> = JSON.parse(
    read('package-lock.json'),
  ).packages;
  const workspaces = Object.values(packages).flatMap(({ link, resolved }) =>
    link ? resolved : [],
  ) as string[];
  const included = read('.dockerignore')
    .split('\n')
    .flatMap((line) => (line.startsWith('!') ? line.slice(1) : []));
  const missing = workspaces.filter(
    (folder) => !included.some((path) => `${folder}/package.json`.startsWith(path)),
  );
  expect(workspaces).toContain('apps/gateway');
  expect(missing).toEqual([]);
});
