import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import type { ListeningApp } from './apps.js';

/** Returns the path of the file with the environment of an app that is started separately. */
export function environmentFile(app: ListeningApp, directory: string): string {
  return path.join(directory, `${app}.env`);
}

/**
 * Writes the environment of an app to a file, for `node --env-file` and debuggers.
 * @returns a function that removes the file
 */
export function writeEnvironment(
  app: ListeningApp,
  env: NodeJS.ProcessEnv,
  directory: string,
): () => void {
  mkdirSync(directory, { recursive: true });
  const file = environmentFile(app, directory);
  const lines = Object.entries(env).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  return () => rmSync(file, { force: true });
}

/**
 * Reads the file that {@link writeEnvironment} writes.
 * @throws Error if there is no file, which means that `npm start` runs the app itself
 */
export function readEnvironment(app: ListeningApp, directory: string): NodeJS.ProcessEnv {
  try {
    return parseEnv(readFileSync(environmentFile(app, directory), 'utf8')) as NodeJS.ProcessEnv;
  } catch {
    throw new Error(
      `npm start runs ${app} itself. Restart it without:  npm start -- --without ${app}`,
    );
  }
}
