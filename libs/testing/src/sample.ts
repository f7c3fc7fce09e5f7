import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** The whole product with the sample dataset, as `npm start` runs it on an existing PostgreSQL server. */
export interface Sample {
  readonly address: string;
  readonly key: string;
  /** Directory with the state of the servers. */
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** Starts a {@link Sample} with a migrated, empty database. @throws Error with the output if `npm start` exits */
export async function startSample(databaseUrl: string): Promise<Sample> {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-sample-'));
  // The servers run as another user if this process runs as root, so give other users access to the directory.
  chmodSync(directory, 0o755);
  const keyFile = path.join(directory, 'demo.key');
  const dataDir = path.join(directory, 'data');
  const { NATS_URL, REDIS_URL, NODE_OPTIONS, PORT, SAMPLE, ...env } = process.env;
  const child = spawn(
    process.execPath,
    [path.join(ROOT, 'infra/local/dist/start.js'), '--port', '0', '--demo-key-file', keyFile],
    {
      env: {
        ...env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: dataDir,
        // Use the site URL of the examples in the documentation.
        SITE_URL: 'http://localhost:3001',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  await new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text) => {
        output += text;
        if (output.includes('Ctrl-C stops everything')) resolve();
      });
    }
    child.once('exit', () => reject(new Error(`It ended:\n${output}`)));
  });
  return {
    address: /http:\/\/localhost:\d+/.exec(/API is at .*/.exec(output)?.[0] ?? '')?.[0] ?? '',
    key: readFileSync(keyFile, 'utf8').trim(),
    dataDir,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
      rmSync(directory, { recursive: true, force: true });
    },
  };
}
