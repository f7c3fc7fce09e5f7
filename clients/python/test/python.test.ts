import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { testEnvironment } from '@gcd/testing/api.js';
import { keyOf } from '@gcd/testing/key.js';
import { pythonWith } from '@gcd/testing/python.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ScenarioServer, startScenarioServer } from '../../scenarios/server.ts';

const PACKAGE = fileURLToPath(new URL('..', import.meta.url));
const RATE = 20;
const PARTS = [
  ['test_units'],
  ['test_scenarios', '-k', 'test_sync'],
  ['test_scenarios', '-k', 'test_async'],
  ['test_operations'],
  ['test_catalogs'],
];

/** Runs Python. @returns its output. @throws Error that contains the output, if Python fails */
function run(python: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(python, args, {
    cwd: PACKAGE,
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (status) => {
      if (status === 0) resolve(output);
      else reject(new Error(`${args.join(' ')} ended with ${status}:\n${output}`));
    });
  });
}

const python = pythonWith(
  'httpx',
  'the tests of the Python client need Python 3.11 or newer with httpx',
  'apt-get install python3 python3-httpx, or pip install httpx',
);

(python ? describe : describe.skip)('with httpx', () => {
  const interpreter = python ?? '';
  let server: ScenarioServer;
  const outputs = new Map<string, Promise<string>>();
  beforeAll(async () => {
    server = await startScenarioServer();
    const env = {
      PYTHONPATH: `${PACKAGE}src:${PACKAGE}test`,
      SCENARIO_SERVER_URL: server.url,
      TEST_API_URL: testEnvironment('TEST_API_URL'),
      TEST_API_KEY: testEnvironment('TEST_API_KEY'),
      TEST_RATED_KEY: await keyOf({ rate: RATE }),
    };
    for (const part of PARTS) {
      const output = run(interpreter, ['-W', 'error', '-m', 'unittest', '-b', ...part], env);
      output.catch(() => undefined);
      outputs.set(part.join(), output);
    }
  });
  afterAll(async () => {
    await Promise.allSettled(outputs.values());
    server.close();
  });

  // The processes run at the same time, because they often wait before retries.
  it.each(PARTS)('the Python client: %s', async (...part) => {
    const output = await outputs.get(part.join());
    expect(output).toMatch(/^Ran \d+ tests/m);
    expect(output).not.toMatch(/skipped/);
  });
});

const withPandas = pythonWith(
  'httpx, pandas',
  'the test of data frames needs Python 3.11 or newer with httpx and pandas',
  'pip install httpx pandas',
);

(withPandas ? it : it.skip)('the Python client: test_frames', async () => {
  const env = {
    PYTHONPATH: `${PACKAGE}src:${PACKAGE}test`,
    TEST_API_URL: testEnvironment('TEST_API_URL'),
    TEST_API_KEY: testEnvironment('TEST_API_KEY'),
  };
  const output = await run(withPandas ?? '', ['-m', 'unittest', '-b', 'test_frames'], env);
  expect(output).toMatch(/^Ran 3 tests/m);
});

const installer = pythonWith(
  'pip',
  'the test that installs the Python client needs pip',
  'apt-get install python3-pip',
);

(installer ? it : it.skip)('pip installs the package and its types from the gateway', async () => {
  const target = mkdtempSync(path.join(tmpdir(), 'gcd-python-'));
  const options = ['--no-deps', '--no-index', '--disable-pip-version-check', '--target', target];
  const url = `${testEnvironment('TEST_API_URL')}/downloads/gcd_client-1.0.0-py3-none-any.whl`;
  await run(installer ?? '', ['-m', 'pip', 'install', ...options, url]);
  for (const file of ['types.py', 'py.typed', '_sync/client.py', '_async/client.py']) {
    expect(existsSync(path.join(target, 'gcd_client', file))).toBe(true);
  }
  rmSync(target, { recursive: true });
});
