import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '@gcd/testing/root.js';
import type { Version } from './instance.ts';

/** Another commit, installed and built in a separate directory. */
export interface Previous {
  /** Hash of the commit, abbreviated by git. */
  readonly commit: string;
  readonly version: Version;
  remove(): void;
}

/**
 * Checks out, installs and builds another commit.
 * @param reference the commit, such as `HEAD~1` or a tag
 */
export async function checkOut(reference: string): Promise<Previous> {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-previous-'));
  const run = (cwd: string, ...[file = '', ...args]: string[]): string => {
    const { NODE_OPTIONS, ...env } = process.env;
    return execFileSync(file, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 2] });
  };
  const commit = run(ROOT, 'git', 'rev-parse', '--short', `${reference}^{commit}`).trim();
  const remove = (): void => {
    run(ROOT, 'git', 'worktree', 'remove', '--force', directory);
    rmSync(directory, { recursive: true, force: true });
  };
  run(ROOT, 'git', 'worktree', 'add', '--detach', directory, commit);
  try {
    run(directory, 'npm', 'install', '--prefer-offline', '--no-audit', '--no-fund');
    run(directory, 'npm', 'run', '-s', 'build');
    const entry = path.join(directory, 'infra/local/dist/index.js');
    return { commit, version: await import(pathToFileURL(entry).href), remove };
  } catch (error) {
    remove();
    throw error;
  }
}
