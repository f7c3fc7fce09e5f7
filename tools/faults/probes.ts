import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import type { Instance } from './instance.ts';
import type { Load } from './load.ts';

/** Interval in milliseconds at which the load balancer checks readiness. */
const BALANCER_INTERVAL_MS = 500;
/** Maximum time in milliseconds until the load balancer notices that a gateway is ready again. */
export const BALANCER_DELAY_MS = 2 * BALANCER_INTERVAL_MS;
const PODS = new URL('../../infra/k8s/base/pods.yaml', import.meta.url);
const [container] = parse(readFileSync(PODS, 'utf8')).spec.template.spec.containers;

/** The memory limit of one instance in the manifests, in megabytes. */
export const MEMORY_LIMIT_MEGABYTES = Number.parseInt(container.resources.limits.memory, 10);

export function isReady(instance: Instance): Promise<boolean> {
  return isOk(`${instance.healthUrl}/ready`, BALANCER_INTERVAL_MS);
}

/** Sends the load only to ready gateways, as a load balancer does. @returns a function that stops the balancing */
export function balance(gateways: readonly Instance[], load: Load): () => Promise<void> {
  let isOver = false;
  const balancing = (async () => {
    while (!isOver) {
      const ready = await Promise.all(
        gateways.map(async (gateway) => ((await isReady(gateway)) ? gateway.address : [])),
      );
      load.tell('aim', ready.flat());
      await pause(BALANCER_INTERVAL_MS);
    }
  })();
  return () => {
    isOver = true;
    return balancing;
  };
}

function isOk(url: string, timeoutMs: number): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).then(
    ({ ok, body }) => {
      void body?.cancel();
      return ok;
    },
    () => false,
  );
}
