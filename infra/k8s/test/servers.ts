import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { parse } from 'yaml';
import {
  build,
  buildFolder,
  describeOverlays,
  type Manifest,
  ofKind,
  podsOf,
} from './manifests.ts';

const FOLDER = fileURLToPath(new URL('../servers', import.meta.url));
/**
 * Maximum number of PostgreSQL connections per gateway, and per instance of a service. docs/operations/install.md documents
 * both values.
 */
const CONNECTIONS_OF_GATEWAY = 16;
const CONNECTIONS_OF_SERVICE = 8;

const read = (file: string): Manifest => parse(readFileSync(`${FOLDER}/${file}`, 'utf8'));
const nats = read('nats-values.yaml');
const redis = read('redis-values.yaml');

describeOverlays(['production'], (overlay) => {
  const objects = build(overlay);
  const servers = buildFolder(FOLDER);
  const [cluster] = ofKind(servers, 'Cluster');

  it('every catalog is stored on all NATS servers', () => {
    const [addresses] = ofKind(objects, 'ConfigMap').filter(({ data }) => data['catalog-replicas']);
    expect(Number(addresses.data['catalog-replicas'])).toBe(nats.config.cluster.replicas);
  });

  it('the NATS user file named in the Helm values exists', () => {
    const { configMap } = nats.podTemplate.merge.spec.volumes[0];
    const map = ofKind(servers, 'ConfigMap').find(
      ({ metadata }) => metadata.name === configMap.name,
    );
    const [mount] = nats.container.merge.volumeMounts;
    const included = `/etc/nats-config/${nats.config.merge['00$include']}`;
    expect(Object.keys(map.data).map((file) => `${mount.mountPath}/${file}`)).toContain(included);
  });

  it('NATS servers verify each other with the CA of their certificates', () => {
    expect(nats.tlsCA).toEqual({ enabled: true, secretName: nats.config.cluster.tls.secretName });
  });

  it('Sentinels require no password, because gateways send none', () => {
    expect(redis.auth.sentinel).toBe(false);
  });

  it('the gateway has the same Redis permissions as in infra/redis/users.acl', () => {
    const users = readFileSync(`${FOLDER}/../../redis/users.acl`, 'utf8');
    const [, permissions] = /^user gateway on #\w+ (.*)$/m.exec(users) ?? [];
    const { acl, existingSecret } = redis.auth;
    const [{ username, keys, channels, commands }] = acl.users;
    expect([username, acl.userSecret]).toEqual(['gateway', existingSecret]);
    expect(`${keys} ${channels} ${commands}`).toBe(permissions);
  });

  it('PostgreSQL accepts enough connections for all apps at their maximum scale', () => {
    const connections = podsOf(objects).map(({ owner, labels }) => {
      if (!owner.startsWith('Deployment/') || !labels['asks-postgres']) return 0;
      const name = owner.slice('Deployment/'.length);
      const scaler = ofKind(objects, 'HorizontalPodAutoscaler').find(
        ({ spec }) => spec.scaleTargetRef.name === name,
      );
      const each = name === 'gateway' ? CONNECTIONS_OF_GATEWAY : CONNECTIONS_OF_SERVICE;
      return each * scaler.spec.maxReplicas;
    });
    const total = connections.reduce((sum, each) => sum + each, 0);
    expect(total).toBeGreaterThan(0);
    expect(total).toBeLessThan(Number(cluster.spec.postgresql.parameters.max_connections));
  });

  it('cert-manager issues the certificates of all servers, with the names that apps use', () => {
    const certificates = new Map(
      ofKind(servers, 'Certificate').map(({ spec }) => [spec.secretName, spec]),
    );
    const { serverCASecret, serverTLSSecret } = cluster.spec.certificates;
    expect(serverCASecret).toBe(serverTLSSecret);
    const names = {
      [serverTLSSecret]: ['gcd-rw', 'gcd-ro', 'gcd-restored-rw', 'gcd-restored-ro'],
      [nats.config.nats.tls.secretName]: ['nats'],
      [redis.tls.existingSecret]: [0, 1, 2].map((node) => `redis-node-${node}.redis-headless`),
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

  it('PostgreSQL reloads a renewed certificate, and the CA outlives all other certificates', () => {
    const certificates = ofKind(servers, 'Certificate').map(({ spec }) => spec);
    const hours = ({ duration }: Manifest): number => Number.parseInt(duration, 10);
    const [ca, ...others] = certificates.sort((a, b) => hours(b) - hours(a));
    expect(ca).toMatchObject({ isCA: true, secretName: 'servers-ca' });
    expect(others.some(({ isCA }) => isCA)).toBe(false);
    expect(hours(ca)).toBeGreaterThanOrEqual(5 * 365 * 24);
    expect(
      certificates.find(
        ({ secretName }) => secretName === cluster.spec.certificates.serverTLSSecret,
      ).secretTemplate.labels,
    ).toEqual({ 'cnpg.io/reload': 'true' });
  });

  it('PostgreSQL archives WAL, and is backed up at once and every night', () => {
    const { barmanObjectStore, retentionPolicy } = cluster.spec.backup;
    expect(barmanObjectStore).toHaveProperty('wal');
    expect(retentionPolicy).toMatch(/^\d+d$/);
    const [backup] = ofKind(servers, 'ScheduledBackup');
    expect(backup.spec).toMatchObject({
      immediate: true,
      cluster: { name: cluster.metadata.name },
    });
    // In CloudNativePG, the first field of a schedule is seconds.
    expect(backup.spec.schedule).toMatch(/^\d+ \d+ \d+ \* \* \*$/);
  });

  it('a restored cluster differs from the original only in its name and its source', () => {
    const objects = buildFolder(`${FOLDER}/restore`);
    const [restored] = ofKind(objects, 'Cluster');
    const [backup] = ofKind(objects, 'ScheduledBackup');
    expect(restored.metadata).toEqual({ ...cluster.metadata, name: 'gcd-restored' });
    const { bootstrap, externalClusters, ...spec } = restored.spec;
    const { bootstrap: initial, ...original } = cluster.spec;
    expect(spec).toEqual(original);
    expect(bootstrap).toEqual({
      recovery: {
        source: cluster.metadata.name,
        database: initial.initdb.database,
        owner: initial.initdb.owner,
        secret: initial.initdb.secret,
      },
    });
    // The archive's folder is the name of the external cluster, so the clusters do not write to the same folder.
    expect(externalClusters).toEqual([
      { name: cluster.metadata.name, barmanObjectStore: original.backup.barmanObjectStore },
    ]);
    const [originalBackup] = ofKind(servers, 'ScheduledBackup');
    expect(backup.spec).toEqual({
      ...originalBackup.spec,
      cluster: { name: restored.metadata.name },
    });
    expect(backup.metadata.name).not.toBe(originalBackup.metadata.name);
  });
});
