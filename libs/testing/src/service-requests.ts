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
  let requests = 0;
  const messages = connection.subscribe(`${service}.v1.>`, {
    callback: (_error, message) => {
      requests += message.string().split('\n').length;
    },
  });
  await connection.flush();
  return {
    async count() {
      await connection.flush();
      return requests;
    },
    stop() {
      messages.unsubscribe();
    },
  };
}
