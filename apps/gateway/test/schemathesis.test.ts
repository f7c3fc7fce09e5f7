import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';
import { fixtureCard, testEnvironment } from '@gcd/testing/api.js';
import { DOCUMENT_FILE } from '@gcd/testing/documented.js';
import { canRun } from '@gcd/testing/programs.js';

const PROGRAM = process.env.SCHEMATHESIS ?? 'schemathesis';
const SETTINGS = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
/** Parameters in the examples of the document, each with a value that the fixture has. */
const EXAMPLES = [
  ['85c82c158cac20785082526b3bb6248031db6a66', fixtureCard('1a')],
  ['64062046', '10000001'],
  ['540013', '544027'],
] as const;

const isInstalled = canRun(
  [[PROGRAM, '--version']],
  'the requests that Schemathesis generates',
  'pip install schemathesis==4.32.5',
);

(isInstalled ? it : it.skip)('responds to generated requests as documented', async () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'gcd-schemathesis-'));
  const document = EXAMPLES.reduce(
    (text, [example, known]) => text.replaceAll(example, known),
    readFileSync(DOCUMENT_FILE, 'utf8'),
  );
  writeFileSync(path.join(directory, 'openapi.json'), document);
  const options = ['--config-file', SETTINGS, '--no-color', 'run', 'openapi.json', '--url'];
  const child = spawn(PROGRAM, [...options, testEnvironment('TEST_API_URL')], {
    cwd: directory,
    env: { ...process.env, TEST_API_KEY: testEnvironment('TEST_API_KEY') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const [status] = await once(child, 'close');
  rmSync(directory, { recursive: true });
  if (status !== 0) throw new Error(output);
  expect(output).toContain(`Tested: ${Object.keys(JSON.parse(document).paths).length}\n`);
});
