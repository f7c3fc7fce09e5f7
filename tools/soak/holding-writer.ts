import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/**
 * Starts a process that publishes a card and holds its transaction open, so that no other transaction can publish. The
 * process commits when it receives any message.
 */
export async function startHoldingWriter(databaseUrl: string, card: number): Promise<ChildProcess> {
  const child = fork(fileURLToPath(new URL('./holding-writer.mjs', import.meta.url)), {
    execArgv: [],
    env: { ...process.env, NODE_OPTIONS: '', DATABASE_URL: databaseUrl, CARD: String(card) },
  });
  await once(child, 'message');
  return child;
}
