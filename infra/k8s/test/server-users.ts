import { readFileSync } from 'node:fs';
import { ROLES } from '@gcd/database/roles';
import { describe, expect, it } from '@jest/globals';
import { variablesInCompose } from './compose.ts';
import { build, describeOverlays, type Manifest, OVERLAYS, podsOf } from './manifests.ts';

const read = (file: string): string =>
  readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');
const allIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, name]) => name ?? '').sort();

/** Names of the password variables that each server's configuration reads. */
const WANTED: Record<string, string[]> = {
  nats: allIn(read('nats/users.conf'), /\$(\w+_PASSWORD)/g),
  redis: allIn(read('redis/start.sh'), /\$\(hash "\$(\w+_PASSWORD)"\)\//g),
  // The catalogs service does not use the database, so it has no database role.
  roles: Object.keys(ROLES)
    .filter((app) => app !== 'catalogs')
    .map((app) => `${app.toUpperCase()}_PASSWORD`)
    .sort(),
};
const passwords = (names: readonly string[]): string[] =>
  names.filter((name) => /^(?!ROUTE|POSTGRES|DATABASE)\w+_PASSWORD$/.test(name)).sort();

describe.each(Object.entries(WANTED))('%s users:', (server, wanted) => {
  it('every user has a password variable in docker-compose.yml', () => {
    expect(passwords(variablesInCompose(server))).toEqual(wanted);
  });

  // In production, the servers are outside the cluster. A job in the cluster sets only the passwords of database roles.
  describeOverlays(server === 'roles' ? OVERLAYS : ['dev'], (overlay) => {
    it('every user has a password variable in the manifests', () => {
      const containers = podsOf(build(overlay)).flatMap((pod) => pod.containers);
      const container = containers.find((each) => each.name === server);
      expect(passwords(container.env.map((each: Manifest) => each.name))).toEqual(wanted);
    });
  });
});
