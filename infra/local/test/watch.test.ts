import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@gcd/testing/eventually.js';
import { watchSources } from '../dist/watch.js';

let directory: string;
let lines: string[];
let restarts: number;
let stopWatching: () => void;

const output = (file: string): string => readFileSync(path.join(directory, 'dist', file), 'utf8');

const save = (file: string, text: string): void =>
  writeFileSync(path.join(directory, 'src', file), text);

beforeEach(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-watch-'));
  mkdirSync(path.join(directory, 'src'));
  writeFileSync(
    path.join(directory, 'tsconfig.json'),
    '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["src"] }',
  );
  lines = [];
  restarts = 0;
  const app = {
    name: 'certs' as const,
    restart: async () => {
      restarts += 1;
    },
  };
  const packages = [{ name: '@gcd/certs', directory, uses: new Set(['@gcd/certs']) }];
  stopWatching = watchSources([app], packages, (line: string) => lines.push(line));
});

afterEach(() => {
  stopWatching();
  rmSync(directory, { recursive: true, force: true });
});

describe('watchSources', () => {
  it('compiles a saved file and restarts the app', async () => {
    save('view.ts', 'export const grade: number = 9;\n');
    await eventually(async () =>
      expect(lines).toEqual([expect.stringMatching(/^certs restarted/)]),
    );
    expect(output('view.js')).toContain('const grade = 9');
    expect(restarts).toBe(1);
  });

  it('detects files that an editor replaces, and new directories', async () => {
    for (const grade of [1, 2]) {
      save('view.ts.new', `export const grade = ${grade};\n`);
      renameSync(path.join(directory, 'src/view.ts.new'), path.join(directory, 'src/view.ts'));
      await eventually(async () => expect(output('view.js')).toContain(`grade = ${grade}`));
    }
    mkdirSync(path.join(directory, 'src/new'));
    save('new/view.ts', 'export const grade = 3;\n');
    await eventually(async () => expect(output('new/view.js')).toContain('grade = 3'));
  });

  it('restarts the app despite a type error, and then reports the error', async () => {
    save('view.ts', 'export const grade: number = "nine";\n');
    await eventually(async () => expect(lines.join('\n')).toContain('TS2322'));
    expect(restarts).toBe(1);
  });

  it('does not restart the app while a file has a syntax error', async () => {
    save('view.ts', 'export const grade = ;\n');
    await eventually(async () => expect(lines.join('\n')).toContain('Not restarted'));
    expect(restarts).toBe(0);
    save('view.ts', 'export const grade = 10;\n');
    await eventually(async () => expect(restarts).toBe(1));
  });
});
