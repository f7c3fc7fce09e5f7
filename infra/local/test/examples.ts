import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  asShown,
  examplesOf,
  inLanguage,
  linesOfReadme,
  shownResponses,
} from '@gcd/testing/examples.js';
import { runPython, runTypeScript } from '@gcd/testing/example-programs.js';
import { canRun } from '@gcd/testing/programs.js';
import { pythonWith } from '@gcd/testing/python.js';
import { ROOT } from '@gcd/testing/root.js';
import { type Product, UserPrograms } from '@gcd/testing/user-programs.js';

const RECORDED = 'docs/openapi.json';
const RUN_MS = 300_000;
const markdownIn = (directory: string): string[] =>
  readdirSync(path.join(ROOT, directory))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `${directory}/${name}`);
const GUIDES = markdownIn('apps/docs/guides');
const TEXTS = [...GUIDES, 'clients/typescript/README.md', 'clients/python/README.md'];
const guides = TEXTS.flatMap(examplesOf);
// The reference pages as the gateway serves them, with examples that are generated from the OpenAPI document.
const OPERATIONS = markdownIn('apps/docs/dist/reference');
const samples = OPERATIONS.flatMap(examplesOf);

const clientPython = pythonWith(
  'httpx',
  'the Python examples need Python 3.11 or newer with httpx',
  'apt-get install python3 python3-httpx, or pip install httpx',
);
const hasGo = canRun([['go', 'version']], 'the Go examples need go', 'apt-get install golang-go');
const hasCurl = canRun(
  [['curl', '--version']],
  'the curl examples of README.md and the guides need curl',
  'apt-get install curl',
);
const itWithCurl = hasCurl ? it : it.skip;
/** Returns `it` for a shell example, or `it.skip` if the example needs curl and curl is not installed. */
const itRuns = (code: string) => (code.includes('curl ') ? itWithCurl : it);

/** Compiles the Go examples. @returns the files of some of the programs */
async function compileGo(programs: UserPrograms): Promise<string[]> {
  const root = mkdtempSync(path.join(programs.directory, 'go-'));
  writeFileSync(path.join(root, 'go.mod'), 'module samples\n\ngo 1.19\n');
  const names = inLanguage(samples, 'go').map(({ place, code }) => {
    const name = path.basename(place).replace(/\W.*/, '');
    mkdirSync(path.join(root, name));
    writeFileSync(path.join(root, name, 'main.go'), code);
    return name;
  });
  // Without optimizations, the standard library compiles faster.
  const options = ['-gcflags=all=-N -l'];
  await programs.run('go', ['vet', ...options, './...'], root);
  // They differ in their URLs only, and linking a program takes a second.
  const some = names.filter((_name, index) => index % 10 === 0);
  const build = ['build', ...options, '-ldflags=-s -w', '-o', `${root}/bin/`];
  await programs.run('go', [...build, ...some.map((name) => `./${name}`)], root);
  return some.map((name) => path.join(root, 'bin', name));
}

/**
 * Defines the tests that run the examples in the documentation.
 * @param product returns the running product, with the sample
 */
export function testExamples(product: () => Product): void {
  let programs: UserPrograms;
  let goPrograms: Promise<string[]>;
  beforeAll(() => {
    programs = new UserPrograms(product());
    // Compile while other examples run, because Go compiles its standard library first.
    goPrograms = hasGo ? compileGo(programs) : Promise.resolve([]);
    goPrograms.catch(() => undefined);
  });
  afterAll(async () => {
    await Promise.allSettled([goPrograms]);
    programs.remove();
  });

  describe('examples in the README', () => {
    for (const line of linesOfReadme()) {
      itRuns(line)(
        line,
        async () => {
          const output = await programs.shell(
            line.replace('http://localhost:3000', product().apiUrl),
            ROOT,
          );
          expect(output).not.toBe('');
          expect(output).not.toMatch(/"error":/);
        },
        RUN_MS,
      );
    }

    const [first = ''] = linesOfReadme();
    itRuns(first)('show the actual response to the first request', async () => {
      const [shown] = examplesOf('README.md').filter(({ language }) => language === 'json');
      const response = JSON.parse(
        await programs.shell(first.replace('http://localhost:3000', product().apiUrl)),
      );
      expect(response.data).toEqual(JSON.parse(shown?.code ?? '').data);
    });
  });

  describe('examples in the guides', () => {
    for (const { place, code } of inLanguage(guides, 'sh')) {
      itRuns(code)(
        place,
        async () => {
          const lines = code.split('\n').filter((line) => !line.startsWith('export '));
          const output = await programs.shell(lines.join('\n'));
          if (!/99999999|wrong|strict/.test(code)) expect(output).not.toMatch(/"error":/);
        },
        RUN_MS,
      );
    }

    it('run without errors in TypeScript', () => runTypeScript(programs, guides), RUN_MS);

    (clientPython ? it : it.skip)(
      'run without errors in Python',
      () => runPython(programs, guides, clientPython ?? ''),
      RUN_MS,
    );

    for (const file of GUIDES) {
      for (const { request, shown, line } of shownResponses(file)) {
        itWithCurl(`show the actual response: ${file}:${line}`, async () => {
          const expected = JSON.parse(shown);
          expect(asShown(JSON.parse(await programs.shell(request)), expected)).toEqual(expected);
        });
      }
    }
  });

  describe('examples in the reference', () => {
    itWithCurl(
      'run without errors in curl, and return the responses shown',
      async () => {
        expect(OPERATIONS.length).toBeGreaterThan(20);
        const runs = OPERATIONS.map(async (file) => {
          const examples = examplesOf(file);
          const [request] = inLanguage(examples, 'sh');
          const [response] = inLanguage(examples, 'json');
          const output = await programs.shell(request?.code ?? '');
          if (request?.code.includes('-o ')) return;
          const body = JSON.parse(output);
          expect([file, body.error]).toEqual([file, undefined]);
          const recorded = JSON.parse(response?.code ?? '{}');
          expect([file, Object.keys(recorded)]).toEqual([file, ['data', 'meta']]);
          expect(asShown(body, recorded)).toEqual(recorded);
        });
        await Promise.all(runs);
      },
      RUN_MS,
    );

    it(
      'contain the actual responses and errors for every operation',
      async () => {
        const file = path.join(programs.directory, 'recorded.json');
        const recorder = path.join(ROOT, 'apps/docs/portal/record-examples.js');
        await programs.run(process.execPath, [recorder, '--output', file]);
        const [actual, committed] = [file, path.join(ROOT, RECORDED)].map((each) =>
          JSON.parse(readFileSync(each, 'utf8')),
        );
        // Recording again changes nothing.
        expect(actual).toEqual(committed);
      },
      RUN_MS,
    );

    it('run without errors in TypeScript', () => runTypeScript(programs, samples), RUN_MS);

    (clientPython ? it : it.skip)(
      'run without errors in Python',
      () => runPython(programs, samples, clientPython ?? ''),
      RUN_MS,
    );

    (hasGo ? it : it.skip)(
      'compile in Go, and some of them run without errors',
      async () => {
        const outputs = (await goPrograms).map((file) => programs.run(file, []));
        for (const output of await Promise.all(outputs)) expect(output).toMatch(/^200 OK /);
      },
      RUN_MS,
    );
  });

  describe('TypeScript in examples', () => {
    it(
      "is compiled with the client's TypeScript version",
      async () => {
        for (const { place, code } of inLanguage([...guides, ...samples], 'ts')) {
          writeFileSync(path.join(programs.directory, `${place.replaceAll(/\W/g, '-')}.ts`), code);
        }
        const compilerOptions = {
          ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: true },
          ...{ module: 'nodenext', target: 'es2023', types: ['node'] },
        };
        const config = { compilerOptions, include: ['*.ts'] };
        writeFileSync(path.join(programs.directory, 'tsconfig.json'), JSON.stringify(config));
        await programs.run(path.join(ROOT, 'node_modules/.bin/tsc'), ['-p', programs.directory]);
      },
      RUN_MS,
    );
  });
}
