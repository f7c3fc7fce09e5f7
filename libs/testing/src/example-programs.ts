import { expect } from '@jest/globals';
import { type Example, inLanguage } from './examples.js';
import type { UserPrograms } from './user-programs.js';

/** Prefix of the lines that separate the outputs of example files. */
const NEXT_FILE = '--- examples of ';

/**
 * Runs all example programs one at a time in a single process, because starting a process takes longer than running
 * most programs. The programs of each file share a working directory, and each program must print something.
 */
export async function runTypeScript(
  programs: UserPrograms,
  examples: readonly Example[],
): Promise<void> {
  const files = inLanguage(examples, 'ts').map(({ place, code }) => [
    fileOf(place),
    programs.writeJavaScript(place, code),
  ]);
  const loop = `import { mkdtempSync } from 'node:fs';
let last;
for (const [file, program] of ${JSON.stringify(files)}) {
  if (file !== last) {
    process.chdir(mkdtempSync('${programs.directory}/run-'));
    console.log('\\n${NEXT_FILE}' + file);
    last = file;
  }
  await import(program);
}`;
  expectOutputOfEach(await programs.run(process.execPath, ['--input-type=module', '-e', loop]));
}

/** Runs all programs in one Python process, because starting a process takes longer than running most programs. */
export async function runPython(
  programs: UserPrograms,
  examples: readonly Example[],
  python: string,
): Promise<void> {
  const list = inLanguage(examples, 'python').map(({ place, code }) => [
    fileOf(place),
    place,
    code,
  ]);
  const loop = `import json, os, sys, tempfile
last = None
for file, place, code in json.loads(sys.argv[1]):
    if file != last:
        os.chdir(tempfile.mkdtemp(dir="${programs.directory}"))
        print("\\n${NEXT_FILE}" + file, flush=True)
        last = file
    exec(compile(code, place, "exec"), {"__name__": "__main__"})`;
  expectOutputOfEach(await programs.run(python, ['-c', loop, JSON.stringify(list)]));
}

const fileOf = (place: string): string => place.replace(/:\d+$/, '');

function expectOutputOfEach(output: string): void {
  const [, ...outputs] = output.split(`\n${NEXT_FILE}`);
  expect(outputs.length).toBeGreaterThan(0);
  for (const each of outputs) expect(each).toMatch(/^\S+\n[\s\S]*\S/);
}
