import { spawn } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { transformSync } from '@swc/core';
import { type Example, examplesOf, linesOfReadme } from '@gcd/testing/examples.js';
import { canRun } from '@gcd/testing/programs.js';
import { ROOT, type Sample, startSample } from '@gcd/testing/sample.js';

const START_MS = 600_000;
const RUN_MS = 300_000;
const GUIDES = readdirSync(path.join(ROOT, 'apps/gateway/guides')).map(
  (name) => `apps/gateway/guides/${name}`,
);
const examples = [...GUIDES, 'libs/client/README.md'].flatMap(examplesOf);
const of = (language: Example['language']): [string, string][] =>
  examples.filter((one) => one.language === language).map(({ place, code }) => [place, code]);

const hasPython = canRun(
  [['python3', '--version']],
  'the Python examples of the guides need python3',
  'apt-get install python3',
);
const hasCurl = canRun(
  [['curl', '--version']],
  'the curl examples of README.md and the guides need curl',
  'apt-get install curl',
);
/** `it` for a shell example; skipped if it needs curl and curl is missing. */
const itRuns = (code: string) => (code.includes('curl ') && !hasCurl ? it.skip : it);

let sample: Sample;
let directory: string;

beforeAll(async () => {
  sample = await startSample();
  directory = mkdtempSync(path.join(tmpdir(), 'gcd-examples-'));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(directory, 'node_modules'));
  writeFileSync(path.join(directory, 'package.json'), '{"type": "module"}');
  mkdirSync(path.join(directory, 'bin'));
  const gcd = path.join(directory, 'bin/gcd');
  writeFileSync(gcd, `#!/bin/sh\nexec node "${ROOT}/libs/client/dist/cli/main.js" "$@"\n`);
  chmodSync(gcd, 0o755);
}, START_MS);
afterAll(async () => {
  await sample.stop();
  rmSync(directory, { recursive: true });
});

/**
 * Runs a program as a user would, in an empty directory. @returns its output, including errors if it failed
 */
function run(
  command: string,
  args: string[],
  cwd = mkdtempSync(path.join(directory, 'run-')),
): Promise<string> {
  const { NODE_OPTIONS, ...env } = process.env;
  const child = spawn(command, args, {
    cwd,
    env: {
      ...env,
      PATH: `${directory}/bin:${env.PATH}`,
      KEY: sample.key,
      GCD_API_KEY: sample.key,
      GCD_API_URL: sample.address,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  child.stderr.on('data', (text) => {
    errors += text;
  });
  return new Promise((resolve, reject) => {
    child.on('close', (status) => {
      if (status === 0) resolve(output);
      else reject(new Error(`It exited with ${status}:\n${output}${errors}`));
    });
  });
}

const shell = (code: string, cwd?: string): Promise<string> =>
  run('bash', ['-euo', 'pipefail', '-c', code], cwd);

describe('README', () => {
  for (const line of linesOfReadme()) {
    itRuns(line)(
      line,
      async () => {
        const output = await shell(line.replace('http://localhost:3000', sample.address), ROOT);
        expect(output).not.toBe('');
        expect(output).not.toMatch(/"error":/);
      },
      RUN_MS,
    );
  }

  const [first = ''] = linesOfReadme();
  itRuns(first)('shows the response of its first request', async () => {
    const [shown] = examplesOf('README.md').filter(({ language }) => language === 'json');
    const answer = JSON.parse(await shell(first.replace('http://localhost:3000', sample.address)));
    expect(answer.data).toEqual(JSON.parse(shown?.code ?? '').data);
  });
});

describe('guides', () => {
  for (const [place, code] of of('sh')) {
    itRuns(code)(
      place,
      async () => {
        const lines = code.split('\n').filter((line) => !line.startsWith('export '));
        const output = await shell(lines.join('\n'));
        if (!code.includes('99999999')) expect(output).not.toMatch(/"error":/);
      },
      RUN_MS,
    );
  }

  it.each(of('ts'))(
    'runs %s',
    async (place, code) => {
      const file = path.join(directory, `${place.replaceAll(/\W/g, '-')}.js`);
      const parser = { syntax: 'typescript' } as const;
      writeFileSync(file, transformSync(code, { jsc: { parser, target: 'es2022' } }).code);
      await expect(run(process.execPath, [file])).resolves.not.toBe('');
    },
    RUN_MS,
  );

  (hasPython ? it : it.skip).each(of('python'))(
    '%s',
    async (_place, code) => {
      await expect(run('python3', ['-c', code])).resolves.not.toBe('');
    },
    RUN_MS,
  );

  it(
    'uses the TypeScript client correctly',
    async () => {
      for (const [place, code] of of('ts')) {
        writeFileSync(path.join(directory, `${place.replaceAll(/\W/g, '-')}.ts`), code);
      }
      const strict = { strict: true, noUncheckedIndexedAccess: true, noEmit: true };
      const compilerOptions = { ...strict, module: 'nodenext', target: 'es2023', types: ['node'] };
      const config = {
        compilerOptions: { ...compilerOptions, skipLibCheck: true },
        include: ['*.ts'],
      };
      writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify(config));
      await run(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', directory]);
    },
    RUN_MS,
  );

  it('shows the actual error response', async () => {
    const file = 'apps/gateway/guides/errors-and-retrying.md';
    const [call, answer] = examplesOf(file);
    const { error } = JSON.parse(await shell(call?.code ?? ''));
    expect(error).toEqual(JSON.parse(answer?.code ?? '').error);
  });
});
