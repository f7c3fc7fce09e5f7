import { readFileSync } from 'node:fs';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Service {
  readonly build?: { readonly args: { readonly APP: string } };
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly restart?: string;
  readonly ports?: readonly string[];
}

const read = (file: string): string =>
  readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');

const services: Record<string, Service> = parse(read('docker-compose.yml'), {
  merge: true,
  maxAliasCount: -1,
}).services;
const all = Object.entries(services);

it('compose.dev.yaml publishes server ports only on the loopback address', () => {
  const dev: Record<string, Service> = parse(read('compose.dev.yaml'), { merge: true }).services;
  const ports = Object.values(dev).flatMap((service) => service.ports ?? []);
  expect(ports).toHaveLength(3);
  for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
});

it('apps in docker-compose.yml do not depend on each other, because Compose recreates an app together with its dependencies', () => {
  const apps = all.flatMap(([name, { restart, build }]) => (restart && build ? [name] : []));
  expect(apps).toContain('gateway');
  for (const app of apps) {
    const dependencies = Object.keys(services[app]?.depends_on ?? {});
    expect(dependencies.filter((name) => apps.includes(name))).toEqual([]);
  }
});

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
