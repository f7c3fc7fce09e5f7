import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { now } from './load.ts';
import type { Replica } from './replica.ts';

interface Probe {
  readonly httpGet: { readonly path: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}

const PODS = new URL('../k8s/base/pods.yaml', import.meta.url);
const [container] = parse(readFileSync(PODS, 'utf8')).spec.template.spec.containers;

/** Probes a replica as the manifests have it done. @returns when it is given up, by {@link now} */
export async function untilProbeFails(
  replica: Replica,
  kind: 'livenessProbe' | 'readinessProbe',
): Promise<number> {
  const { httpGet, periodSeconds, timeoutSeconds, failureThreshold } = container[kind] as Probe;
  const url = new URL(httpGet.path, replica.healthUrl);
  for (let failures = 0; ; ) {
    const next = pause(periodSeconds * 1000);
    const signal = AbortSignal.timeout(timeoutSeconds * 1000);
    const isWell = await fetch(url, { signal }).then(
      ({ ok, body }) => {
        void body?.cancel();
        return ok;
      },
      () => false,
    );
    failures = isWell ? 0 : failures + 1;
    if (failures === failureThreshold) return now();
    await next;
  }
}
