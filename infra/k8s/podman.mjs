// Converts the dev overlay, which is read from standard input, to files for `podman kube play`. Writes one file per pod
// with its config maps, and one file with new secrets. Prints one line per pod, with its name and the host names of its
// Kubernetes Services.
//
// kubectl kustomize infra/k8s/overlays/dev | node infra/k8s/podman.mjs FOLDER
//
// podman supports Deployments and Jobs, but not StatefulSets, CronJobs, projected volumes or Services.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments, stringify } from 'yaml';

const [folder] = process.argv.slice(2);
const objects = parseAllDocuments(readFileSync(0, 'utf8')).map((document) => document.toJS());
const ofKind = (kind) => objects.filter((object) => object.kind === kind);
const write = (name, documents) =>
  writeFileSync(
    path.join(folder, `${name}.yaml`),
    documents.map((document) => stringify(document)).join('---\n'),
  );

const pod = (name, { metadata, spec }, owner) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels: metadata.labels },
  spec: { ...spec, hostname: name, ...owner },
});

/** Returns the pods of a stateful set, with names and volumes as Kubernetes would create them. */
function podsOf({ metadata, spec }) {
  return Array.from({ length: spec.replicas ?? 1 }, (_, index) => {
    const name = `${metadata.name}-${index}`;
    const claims = spec.volumeClaimTemplates.map((claim) => ({
      ...claim,
      kind: 'PersistentVolumeClaim',
      apiVersion: 'v1',
      metadata: { name: `${claim.metadata.name}-${name}` },
    }));
    const mounted = spec.volumeClaimTemplates.map(({ metadata: claim }) => ({
      name: claim.name,
      persistentVolumeClaim: { claimName: `${claim.name}-${name}` },
    }));
    const volumes = [...(spec.template.spec.volumes ?? []), ...mounted];
    return {
      object: structuredClone(pod(name, spec.template, { volumes })),
      claims,
      name,
      service: spec.serviceName,
    };
  });
}

/** Replaces each projected volume with a config map that contains all of its files. */
function withoutProjections(object, name) {
  const maps = [];
  const { spec } = object.spec.template ?? object;
  for (const volume of spec.volumes ?? []) {
    if (!volume.projected) continue;
    const data = volume.projected.sources.map(
      ({ configMap }) =>
        ofKind('ConfigMap').find(({ metadata }) => metadata.name === configMap.name).data,
    );
    const map = `${name}-${volume.name}`;
    maps.push({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: map },
      data: Object.assign({}, ...data),
    });
    delete volume.projected;
    volume.configMap = { name: map };
  }
  return maps;
}

const services = ofKind('Service');
const selects = ({ spec }, labels) =>
  Object.entries(spec.selector).every(([name, value]) => labels[name] === value);

const shell = ofKind('CronJob').find(({ metadata }) => metadata.name === 'admin');
const workloads = [
  ...ofKind('StatefulSet').flatMap(podsOf),
  ...ofKind('Job').map((object) => ({ object, name: object.metadata.name })),
  { object: pod('shell', shell.spec.jobTemplate.spec.template, {}), name: 'shell' },
  ...ofKind('Deployment').map((object) => ({ object, name: object.metadata.name })),
];
const claimed = ofKind('PersistentVolumeClaim');
const templateOf = ({ object }) => object.spec.template ?? object;

/** Returns the container port to which a Service forwards. */
function containerPort(service) {
  const behind = workloads.find((each) => selects(service, templateOf(each).metadata.labels));
  const [{ ports }] = templateOf(behind).spec.containers;
  return ports.find(({ name }) => name === service.spec.ports[0].targetPort).containerPort;
}

// The name of a service becomes an alias of its pods. An alias cannot map ports, so replace the port in URLs with the
// port of the container.
for (const workload of workloads) {
  for (const variable of templateOf(workload).spec.containers.flatMap(({ env = [] }) => env)) {
    const [, host] = /^http:\/\/([\w-]+)$/.exec(variable.value ?? '') ?? [];
    const service = services.find(({ metadata }) => metadata.name === host);
    if (service) variable.value += `:${containerPort(service)}`;
  }
}

const secrets = JSON.parse(
  execFileSync('node', [fileURLToPath(new URL('secrets.mjs', import.meta.url))], {
    encoding: 'utf8',
  }),
);
write('secrets', secrets.items);
for (const { object, claims = [], name, service } of workloads) {
  const { metadata, spec } = templateOf({ object });
  const maps = withoutProjections(object, name);
  const used = (spec.volumes ?? []).map((volume) => volume.persistentVolumeClaim?.claimName);
  const more = claimed.filter((claim) => used.includes(claim.metadata.name));
  write(name, [...ofKind('ConfigMap'), ...maps, ...claims, ...more, object]);
  const names = services
    .filter((each) => each.spec.clusterIP !== 'None' && selects(each, metadata.labels))
    .map((each) => each.metadata.name);
  console.log([name, ...names, ...(service ? [`${name}.${service}`] : [])].join(' '));
}
