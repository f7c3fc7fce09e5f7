import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import {
  build,
  buildFolder,
  describeOverlays,
  EXTERNAL,
  type Manifest,
  ofKind,
  type Pod,
  podsOf,
  selects,
} from './manifests.ts';

const SERVICES = ['certs', 'cards', 'search', 'changes', 'catalogs'];
const WITH_DATABASE = [
  'gateway',
  'certs',
  'cards',
  'search',
  'changes',
  'migrate',
  'daily',
  'admin',
];
const WITH_NATS = ['gateway', ...SERVICES, 'daily', 'admin'];

/** Network connections that the policies should allow. */
const PICTURE = [
  ...WITH_DATABASE.map((app) => `${app} → postgres:5432`),
  ...WITH_NATS.map((app) => `${app} → nats:4222`),
  'gateway → redis:6379',
  'nats → nats:6222',
  'edge → gateway:3000',
  'edge → site:3001',
  'site → gateway:3000',
  ...['gateway', 'site', ...SERVICES].map((app) => `monitoring → ${app}:9090`),
].sort();

const OUTSIDE = ['edge', 'monitoring', 'default', 'kube-system'];

interface Peer {
  readonly name: string;
  /** Labels of the namespace; null for the product's own namespace, which policies do not select by labels. */
  readonly namespace: Record<string, string> | null;
  readonly labels: Readonly<Record<string, string>>;
}

const nameOf = (pod: Pod): string => pod.labels['app.kubernetes.io/name'] ?? '';

/** Whether a rule applies to a peer. A rule without peers applies to all peers. */
function isAmong(peers: Manifest[] | undefined, peer: Peer): boolean {
  if (!peers) return true;
  return peers.some(({ podSelector, namespaceSelector, ipBlock }) => {
    if (ipBlock) return false;
    const namespace = namespaceSelector
      ? selects(namespaceSelector, peer.namespace ?? {})
      : peer.namespace === null;
    return namespace && selects(podSelector, peer.labels);
  });
}

/** Whether the ingress or egress policies allow a connection. A connection to which no policy applies is allowed. */
function lets(
  direction: 'Ingress' | 'Egress',
  policies: readonly Manifest[],
  pod: Peer,
  other: Peer,
  port: Manifest,
): boolean {
  if (pod.namespace) return true;
  const about = policies.filter(
    ({ spec }) => spec.policyTypes.includes(direction) && selects(spec.podSelector, pod.labels),
  );
  if (about.length === 0) return true;
  return about
    .flatMap(({ spec }) => spec[direction.toLowerCase()] ?? [])
    .some(
      (rule) =>
        isAmong(direction === 'Ingress' ? rule.from : rule.to, other) &&
        (!rule.ports ||
          rule.ports.some((each: Manifest) => [port.name, port.containerPort].includes(each.port))),
    );
}

function connectionsIn(objects: readonly Manifest[]): string[] {
  const policies = ofKind(objects, 'NetworkPolicy');
  const pods = podsOf(objects);
  const inside: Peer[] = pods.map((pod) => ({
    name: nameOf(pod),
    namespace: null,
    labels: pod.labels,
  }));
  const outside: Peer[] = OUTSIDE.map((name) => ({
    name,
    namespace: {
      'kubernetes.io/metadata.name': name,
      ...(name === 'edge' && { 'graded-card-data/edge': 'true' }),
    },
    labels: {},
  }));
  return pods
    .flatMap((pod, index) => {
      const target = inside[index] as Peer;
      const ports = pod.containers.flatMap(({ ports: own = [] }) => own);
      return ports.flatMap((port: Manifest) =>
        [...inside, ...outside]
          .filter(
            (from) =>
              lets('Egress', policies, from, target, port) &&
              lets('Ingress', policies, target, from, port),
          )
          .map((from) => `${from.name} → ${target.name}:${port.containerPort}`),
      );
    })
    .sort();
}

describeOverlays(['dev'], (overlay) => {
  it('network policies allow exactly the expected connections between pods', () => {
    expect(connectionsIn(build(overlay))).toEqual(PICTURE);
  });
});

describeOverlays(EXTERNAL, (overlay) => {
  const net = overlay === 'production' ? '10.1' : '10.2';
  const objects = build(overlay);

  it('network policies allow each app to reach only the servers that it needs', () => {
    const reached = podsOf(objects).flatMap((pod) =>
      ofKind(objects, 'NetworkPolicy')
        .filter(
          ({ spec, metadata }) =>
            metadata.name !== 'names' &&
            spec.policyTypes.includes('Egress') &&
            selects(spec.podSelector, pod.labels),
        )
        .flatMap(({ spec }) => spec.egress ?? [])
        .flatMap(({ to, ports }: Manifest) =>
          (to ?? [{}]).map((peer: Manifest) => ({ peer, ports })),
        )
        .filter(({ peer }) => !peer.namespaceSelector && !peer.podSelector)
        .map(({ peer, ports }) => `${nameOf(pod)} → ${peer.ipBlock?.cidr}:${ports[0].port}`),
    );
    expect(reached.sort()).toEqual(
      [
        ...WITH_DATABASE.map((app) => `${app} → ${net}.0.0/24:5432`),
        ...WITH_NATS.map((app) => `${app} → ${net}.1.0/24:4222`),
        `gateway → ${net}.2.0/24:6379`,
      ].sort(),
    );
  });

  it('only the edge and monitoring can connect to apps, except that the site can connect to the gateway', () => {
    expect(connectionsIn(objects)).toEqual(
      PICTURE.filter((line) => /^(edge|monitoring|site)/.test(line)),
    );
  });
});

describeOverlays(['production'], (overlay) => {
  it('the servers of operators accept connections only from each other, their operator, monitoring, and the apps that need them', () => {
    const servers = fileURLToPath(new URL('../servers', import.meta.url));
    const policies = ofKind(buildFolder(servers), 'NetworkPolicy');
    const inside: [string, Record<string, string>, number[]][] = [
      ['postgres', { 'cnpg.io/podRole': 'instance' }, [5432, 8000, 9187]],
      ['nats', { 'app.kubernetes.io/name': 'nats' }, [4222, 6222, 7777, 8222]],
      ['redis', { 'app.kubernetes.io/name': 'redis' }, [6379, 26_379, 9121]],
    ];
    const from = (name: string, labels = {}, namespace = name): Peer => ({
      name,
      namespace: { 'kubernetes.io/metadata.name': namespace },
      labels,
    });
    const pods = podsOf(build(overlay));
    const outside = [
      ...pods.map((pod) => from(nameOf(pod), pod.labels, 'gcd')),
      ...pods.map((pod) => from('another app', pod.labels, 'default')),
      ...['cnpg-system', ...OUTSIDE].map((name) => from(name)),
    ];
    const connections = inside.flatMap(([name, labels, ports]) =>
      ports.flatMap((port) =>
        [...outside, { name: 'server', namespace: null, labels: {} }]
          .filter((peer) =>
            lets('Ingress', policies, { name, namespace: null, labels }, peer, {
              containerPort: port,
            }),
          )
          .map((peer) => `${peer.name} → ${name}:${port}`),
      ),
    );
    expect(connections.sort()).toEqual(
      [
        ...inside.flatMap(([name, , ports]) => ports.map((port) => `server → ${name}:${port}`)),
        ...WITH_DATABASE.map((app) => `${app} → postgres:5432`),
        ...WITH_NATS.map((app) => `${app} → nats:4222`),
        ...[6379, 26_379].map((port) => `gateway → redis:${port}`),
        ...[5432, 8000].map((port) => `cnpg-system → postgres:${port}`),
        ...['postgres:9187', 'nats:7777', 'redis:9121'].map((server) => `monitoring → ${server}`),
      ].sort(),
    );
  });
});
