import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { STATEMENTS } from './interface-statements.js';

const ROOT = new URL('../../../', import.meta.url);

describe('every statement of the interface has a test', () => {
  it.each(STATEMENTS)('$number $says', ({ test: [file, title] }) => {
    expect(readFileSync(fileURLToPath(new URL(file, ROOT)), 'utf8')).toContain(title);
  });

  it('and stands once', () => {
    expect(new Set(STATEMENTS.map(({ number }) => number)).size).toBe(STATEMENTS.length);
  });
});
