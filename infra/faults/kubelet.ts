import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { type Load, now } from './load.ts';
import type { Replica } from './replica.ts';

interface Probe {
  readonly httpGet: { readonly path: string };
  readonly periodSeconds: number;
  readonly timeoutSeconds: number;
  readonly failureThreshold: number;
}

/** How often a load balancer asks. */
const BALANCE_MS = 500;
/** As long as it takes a load balancer to notice that a gateway has started: before that, the other one is not stopped. */
export const BALANCED_MS = 2 * BALANCE_MS;
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

/** Has calls sent to gateways that are ready alone, as a load balancer does. @returns ends it */
export function balance(gateways: readonly Replica[], load: Load): () => Promise<void> {
  let isOver = false;
  const balancing = (async () => {
    while (!isOver) {
      const ready = await Promise.all(
        gateways.map(async (gateway) => {
          const signal = AbortSignal.timeout(BALANCE_MS);
          const url = `${gateway.healthUrl}/ready`;
          const response = await fetch(url, { signal }).catch(() => null);
          void response?.body?.cancel();
          return response?.ok ? gateway.address : [];
        }),
      );
      load.aim(ready.flat());
      await pause(BALANCE_MS);
    }
  })();
  return () => {
    isOver = true;
    return balancing;
  };
}
