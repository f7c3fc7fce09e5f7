import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly build?: { readonly args: { readonly APP: string } };
  readonly depends_on?: Readonly<Record<string, unknown>>;
  readonly restart?: string;
  readonly ports?: readonly string[];
  readonly sysctls?: Readonly<Record<string, string>>;
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
  it('limits the send buffers of the apps that clients connect to', () => {
    const published = all.filter(([, { ports }]) => ports);
    expect(published.map(([name]) => name)).toEqual(['gateway', 'site']);
    for (const [, { sysctls }] of published) {
      expect(sysctls).toEqual({ 'net.ipv4.tcp_wmem': '4096 16384 131072' });
    }
  });

  it('runs the service `secrets` in a public image, and starts it before all other services', () => {
    const nodeImage = /^ARG NODE_IMAGE=(.*)$/m.exec(read('Dockerfile'))?.[1];
    expect(services.secrets).toMatchObject({ image: nodeImage });
    expect(services.secrets).not.toHaveProperty('build');
  });

  it('makes PostgreSQL, NATS and Redis depend only on `secrets`', () => {
    for (const server of ['postgres', 'nats', 'redis']) {
      expect(Object.keys(services[server]?.depends_on ?? {})).toEqual(['secrets']);
    }
  });

  it('has no dependencies between apps, because Compose recreates an app together with its dependencies', () => {
    const apps = all.flatMap(([name, { restart, build }]) => (restart && build ? [name] : []));
    expect(apps).toContain('gateway');
    for (const app of apps) {
      const dependencies = Object.keys(services[app]?.depends_on ?? {});
      expect(dependencies.filter((name) => apps.includes(name))).toEqual([]);
    }
  });
});
