/**
 * NATS subject for events about a new data version. The payload is {@link DatasetChanged} as JSON.
 */
export const DATASET_CHANGED = 'dataset.changed';

/** Payload of {@link DATASET_CHANGED}. */
export interface DatasetChanged {
  /** The new data version, from `dataset.version`. */
  readonly version: number;
}

/** NATS subject for events about changed levers. The payload is {@link Levers} as JSON. */
export const LEVERS_CHANGED = 'levers.changed';

/** All levers that are set, with their values. `admin levers --help` describes them. */
export type Levers = Readonly<Record<string, string>>;

/** NATS subject of gateway heartbeats. The payload is the unique name of the gateway. */
export const GATEWAY_HEARTBEAT = 'gateway.heartbeat';

/** NATS subject for events about changed keys or plans. The payload is {@link KeysChanged} as JSON. */
export const KEYS_CHANGED = 'keys.changed';

/** Payload of {@link KEYS_CHANGED}. */
export interface KeysChanged {
  /** Public id of the changed key; null if any key may have changed. */
  readonly id: string | null;
}
