import type { NatsConnection } from '@nats-io/transport-node';

export interface ServiceRequests {
  /** Returns the number of requests since counting started. */
  count(): Promise<number>;
  stop(): void;
}

/**
 * Starts counting the requests to a service. The counter is outside the service's queue group, so the service still
 * receives every request.
 */
export async function countRequests(
  connection: NatsConnection,
  service: string,
): Promise<ServiceRequests> {
  // In a batch, each request is preceded by a line with its subject and length.
  const line = new RegExp(`${service}\\.v1\\.\\w+ \\d+\\n`, 'g');
  let requests = 0;
  const batches = connection.subscribe(`${service}.batches.*`, {
    callback: (_error, message) => {
      requests += message.string().match(line)?.length ?? 0;
    },
  });
  const single = connection.subscribe(`${service}.v1.>`, {
    callback: () => {
      requests += 1;
    },
  });
  await connection.flush();
  return {
    async count() {
      await connection.flush();
      return requests;
    },
    stop() {
      batches.unsubscribe();
      single.unsubscribe();
    },
  };
}
