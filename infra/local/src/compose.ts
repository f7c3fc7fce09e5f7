import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { ListeningApp } from './apps.js';
import { ROOT } from './packages.js';

/**
 * Maps the servers' addresses in the Compose network to the ports that `compose.dev.yaml` publishes on this machine.
 */
const PUBLISHED: Readonly<Record<string, string>> = {
  '@postgres:5432': '@127.0.0.1:15432',
  '@nats:4222': '@127.0.0.1:14222',
  '@redis:6379': '@127.0.0.1:16379',
};

/** Compose files. The second one publishes the ports of the servers. */
const FILES = ['-f', 'docker-compose.yml', '-f', 'compose.dev.yaml'];

/**
 * Returns the environment of an app in the running Compose project, adapted for a process outside of containers.
 * @param directory directory for the app's key files
 */
export function composeEnvironment(app: ListeningApp, directory: string): NodeJS.ProcessEnv {
  const shared = { HEALTH_PORT: '0', SITE_URL: process.env.SITE_URL || 'http://localhost:3001' };
  if (app === 'site') {
    return {
      ...shared,
      PORT: process.env.SITE_PORT || '3001',
      API_URL: `http://localhost:${process.env.PORT || '3000'}`,
      API_KEY_FILE: copySecret(app, 'key', directory),
    };
  }
  let text = readSecret(app, 'env');
  for (const [inside, outside] of Object.entries(PUBLISHED)) {
    text = text.replaceAll(inside, outside);
  }
  return {
    ...shared,
    ...parseEnv(text),
    ...(app === 'gateway' && { PORT: process.env.PORT || '3000', DRAIN_SECONDS: '0' }),
    ...((app === 'changes' || app === 'catalogs') && {
      CURSOR_KEYS_FILE: copySecret(app, 'cursor-keys', directory),
    }),
  };
}

/** Stops the containers of an app. @returns a function that starts them again */
export function replaceContainer(app: ListeningApp): () => void {
  compose('stop', app);
  return () => compose('start', app);
}

function copySecret(app: ListeningApp, name: string, directory: string): string {
  const file = path.join(directory, `compose-${app}-${name}`);
  mkdirSync(directory, { recursive: true });
  writeFileSync(file, readSecret(app, name), { mode: 0o600 });
  return file;
}

function readSecret(app: ListeningApp, name: string): string {
  const cat = ['--entrypoint', 'cat', app, `/run/secrets/${name}`];
  return compose('run', '--rm', '--no-deps', '-T', ...cat);
}

function compose(...args: string[]): string {
  return execFileSync('docker', ['compose', ...FILES, ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}
