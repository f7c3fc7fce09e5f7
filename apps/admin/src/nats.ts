import { natsAddress } from '@gcd/nats/address';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { CliError } from './cli-error.js';

/**
 * Connects to NATS at `NATS_URL`, runs the work, and always disconnects.
 * @throws CliError if the variable is missing or NATS is unavailable
 */
export async function withNats<Result>(
  work: (connection: NatsConnection) => Promise<Result>,
): Promise<Result> {
  const url = process.env.NATS_URL;
  if (!url) throw new CliError('NATS_URL is not set. Set it to a URL such as nats://host:4222');
  const connection = await connectTo(url);
  try {
    return await work(connection);
  } finally {
    await connection.close();
  }
}

async function connectTo(url: string): Promise<NatsConnection> {
  try {
    return await connect({
      ...natsAddress(url),
      name: 'gcd-admin',
      timeout: 5000,
      // If NATS is unavailable for about 10 s, a write times out and the command fails.
      reconnectTimeWait: 200,
      reconnectJitter: 50,
      maxReconnectAttempts: 50,
    });
  } catch (error) {
    throw new CliError(`Cannot connect to NATS (NATS_URL): ${(error as Error).message}`);
  }
}
