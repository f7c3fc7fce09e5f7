import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { services } = parse(readFileSync(`${ROOT}docker-compose.yml`, 'utf8'), {
  merge: true,
  maxAliasCount: -1,
});

/**
 * Lists the variables of a service in docker-compose.yml: those in the file itself, and those in its secrets
 * file.
 */
export function variablesInCompose(service: string): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'gcd-secrets-'));
  try {
    execFileSync('node', [`${ROOT}infra/docker/make-secrets.mjs`, folder]);
    const file = path.join(folder, 'for', service, 'env');
    const secrets = existsSync(file) ? readFileSync(file, 'utf8') : '';
    return [
      ...Object.keys(services[service].environment ?? {}),
      ...secrets
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => line.slice(0, line.indexOf('='))),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
