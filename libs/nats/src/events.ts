import type { NatsConnection } from '@nats-io/transport-node';

/**
 * Subscribes to events, whose payload is JSON.
 * @param handle receives null if an event is malformed
 */
export function onEvent<Payload>(
  connection: NatsConnection,
  subject: string,
  handle: (payload: Payload | null) => void,
): void {
  connection.subscribe(subject, {
    callback: (error, message) => {
      if (!error) handle(parsed(message.string()));
    },
  });
}

/** Parses JSON. An exception in a callback would stop the client library from reading any further messages. */
function parsed<Payload>(text: string): Payload | null {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
