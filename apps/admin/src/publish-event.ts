import {
  DATASET_CHANGED,
  type DatasetChanged,
  type KEYS_CHANGED,
  type LEVERS_CHANGED,
  type Levers,
  type KeysChanged,
} from '@gcd/contracts';
import { natsAddress } from '@gcd/nats/address';
import { connect, deadline, type NatsConnection } from '@nats-io/transport-node';
import type { DataSource } from 'typeorm';

const TIMEOUT_MS = 2000;

/** Payload types of the events for running services, by NATS subject. */
interface Events {
  /** The data changed. Gateways no longer serve responses that they cached from earlier versions. */
  [DATASET_CHANGED]: DatasetChanged;
  /**
   * One key changed or, if the id in the event is null, several keys. Gateways discard their cached copies of these
   * keys.
   */
  [KEYS_CHANGED]: KeysChanged;
  /** All levers that are set now. */
  [LEVERS_CHANGED]: Levers;
}

/**
 * Publishes an event over NATS if `NATS_URL` is set. If publishing fails, only a warning is printed, because the change
 * is already committed, and gateways notice it without the event, only later.
 */
export async function publishEvent<Subject extends keyof Events>(
  subject: Subject,
  message: Events[Subject],
): Promise<void> {
  const url = process.env.NATS_URL;
  if (!url) return;
  let connection: NatsConnection | undefined;
  try {
    connection = await connect({
      ...natsAddress(url),
      name: 'gcd-admin',
      timeout: TIMEOUT_MS,
      reconnect: false,
    });
    connection.publish(subject, JSON.stringify(message));
    await deadline(connection.flush(), TIMEOUT_MS);
  } catch (error) {
    process.stderr.write(
      `warning: cannot publish ${subject} over NATS: ${(error as Error).message}\n`,
    );
  } finally {
    await connection?.close();
  }
}

/** Publishes the current data version, like {@link publishEvent}. */
export async function publishDatasetChanged(database: DataSource): Promise<void> {
  const [{ version }] = await database.query('select version::float8 as version from dataset');
  await publishEvent(DATASET_CHANGED, { version });
}
