/** NATS subject: a load or a match has changed the data. Payload: {@link DatasetChanged} as JSON. */
export const DATASET_CHANGED = 'dataset.changed';

/** What {@link DATASET_CHANGED} says. */
export interface DatasetChanged {
  /** `dataset.version` from now on. */
  readonly version: number;
}

/** NATS subject: a gateway is alive. Payload: a name that no other gateway has. */
export const GATEWAY_HEARTBEAT = 'gateway.heartbeat';

/** NATS subject: keys or plans have changed. Payload: {@link KeysChanged} as JSON. */
export const KEYS_CHANGED = 'keys.changed';

/** What {@link KEYS_CHANGED} says. */
export interface KeysChanged {
  /** Public id of the key; null when any key may be concerned. */
  readonly id: string | null;
}
