import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { buildFolder, describeOverlays, type Manifest, ofKind } from './manifests.ts';

const FOLDER = fileURLToPath(new URL('../servers', import.meta.url));

const read = (file: string): Manifest => parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
const nats = read('nats-values.yaml');

describeOverlays(['production'], () => {
  const servers = buildFolder(FOLDER);
  const [cluster] = ofKind(servers, 'Cluster');

  it('cert-manager issues the certificates of all servers, with the names that apps use', () => {
    const certificates = new Map(
      ofKind(servers, 'Certificate').map(({ spec }) => [spec.secretName, spec]),
    );
    const { serverTLSSecret } = cluster.spec.certificates;
    const names = {
      [serverTLSSecret]: ['gcd-rw', 'gcd-ro', 'gcd-restored-rw', 'gcd-restored-ro'],
      [nats.config.nats.tls.secretName]: ['nats'],
      'redis-tls': [0, 1, 2].map((node) => `redis-${node}.redis`),
    };
    for (const [secret, hosts] of Object.entries(names)) {
      const { dnsNames, issuerRef } = certificates.get(secret);
      expect(issuerRef).toEqual({ name: 'servers' });
      expect(dnsNames).toEqual(
        expect.arrayContaining(hosts.map((host) => `${host}.${cluster.metadata.namespace}`)),
      );
    }
    // The addresses of the routes in the chart nats/nats.
    expect(certificates.get(nats.config.cluster.tls.secretName)).toMatchObject({
      usages: expect.arrayContaining(['server auth', 'client auth']),
      dnsNames: expect.arrayContaining([0, 1, 2].map((server) => `nats-${server}.nats-headless`)),
    });
  });

  it('a restored cluster reads the archive of the original, and writes to a folder with its own name', () => {
    const objects = buildFolder(`${FOLDER}/restore`);
    const [{ metadata, spec }] = ofKind(objects, 'Cluster');
    const [{ bootstrap, externalClusters, plugins, ...restored }, { ...original }] = [
      spec,
      cluster.spec,
    ];
    expect(externalClusters[0].plugin.parameters.serverName).toBe(cluster.metadata.name);
    expect(bootstrap.recovery.source).toBe(externalClusters[0].name);
    expect(metadata.name).not.toBe(cluster.metadata.name);
    const [store] = ofKind(objects, 'ObjectStore');
    for (const { parameters } of [externalClusters[0].plugin, ...plugins]) {
      expect(parameters.barmanObjectName).toBe(store.metadata.name);
    }
    expect(restored.postgresql).toEqual(original.postgresql);
    const [backup] = ofKind(objects, 'ScheduledBackup');
    expect(backup.spec.cluster.name).toBe(metadata.name);
  });
});
