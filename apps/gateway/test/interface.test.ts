import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { STATEMENTS } from './interface-statements.js';

const ROOT = new URL('../../../', import.meta.url);

describe('every statement of the interface has a test', () => {
  const proved = STATEMENTS.flatMap(({ number, says, test }) =>
    test ? [{ number, says, file: test[0], title: test[1] }] : [],
  );

  it.each(proved)('$number $says', ({ file, title }) => {
    expect(readFileSync(fileURLToPath(new URL(file, ROOT)), 'utf8')).toContain(title);
  });

  it('or names what it waits for, and stands once', () => {
    expect(STATEMENTS.filter(({ test, waitsFor }) => !test === !waitsFor)).toEqual([]);
    expect(new Set(STATEMENTS.map(({ number }) => number)).size).toBe(STATEMENTS.length);
  });
});
