import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
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

describe('compose.dev.yaml', () => {
  const dev: Record<string, Service> = parse(read('compose.dev.yaml'), { merge: true }).services;

  it('publishes server ports only on the loopback address', () => {
    const ports = Object.values(dev).flatMap((service) => service.ports ?? []);
    expect(ports).toHaveLength(3);
    for (const port of ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });
});

describe('docker-compose.yml', () => {
  it('has no dependencies between apps, because Compose recreates an app together with its dependencies', () => {
    const apps = all.flatMap(([name, { restart, build }]) => (restart && build ? [name] : []));
    expect(apps).toContain('gateway');
    for (const app of apps) {
      const dependencies = Object.keys(services[app]?.depends_on ?? {});
      expect(dependencies.filter((name) => apps.includes(name))).toEqual([]);
    }
  });
});
