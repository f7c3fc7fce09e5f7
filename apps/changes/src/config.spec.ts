import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '@gcd/process';
import { afterAll, describe, expect, it } from '@jest/globals';
import { changesConfig } from './config.js';

const directory = mkdtempSync(path.join(tmpdir(), 'changes-config-'));
afterAll(() => rmSync(directory, { recursive: true }));

const read = (file?: string) =>
  readConfig(changesConfig, {
    NATS_URL: 'nats://localhost',
    DATABASE_URL: 'postgres://localhost',
    ...(file !== undefined && { CURSOR_KEYS_FILE: file }),
  });

describe('CURSOR_KEYS_FILE', () => {
  it('is required', () => {
    expect(() => read()).toThrow('CURSOR_KEYS_FILE: must be set');
    expect(() => read(path.join(directory, 'nowhere'))).toThrow(/CURSOR_KEYS_FILE: ENOENT/);
  });

  it('is rejected if it contains no valid keys, and its contents are never printed', () => {
    const file = path.join(directory, 'keys');
    writeFileSync(file, 'secret\n');
    expect(() => read(file)).toThrow(
      /^Invalid environment variables\. CURSOR_KEYS_FILE: a key is 64 hexadecimal digits; write one per line$/,
    );
    writeFileSync(file, `${'0'.repeat(64)}\n`);
    expect(
      read(file).CURSOR_KEYS_FILE.write({ epoch: 1n, seq: 1n, since: '2026-01-01' }),
    ).toHaveLength(52);
  });
});
