import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { transformSync } from '@swc/core';
import { ROOT } from './root.js';

/** A running product. */
export interface Product {
  readonly apiUrl: string;
  readonly key: string;
  /** Directory with the state of the servers. */
  readonly dataDir: string;
}

/**
 * Runs programs as an API user would: with the clients and `gcd` installed, and with the API's URL and a key in
 * environment variables.
 */
export class UserPrograms {
  readonly directory = mkdtempSync(path.join(tmpdir(), 'gcd-programs-'));

  constructor(private readonly product: Product) {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(this.directory, 'node_modules'));
    writeFileSync(path.join(this.directory, 'package.json'), '{"type": "module"}');
    mkdirSync(path.join(this.directory, 'bin'));
    const gcd = path.join(this.directory, 'bin/gcd');
    writeFileSync(gcd, `#!/bin/sh\nexec node "${ROOT}/clients/typescript/dist/cli/main.js" "$@"\n`);
    chmodSync(gcd, 0o755);
  }

  /**
   * Runs a program.
   * @param cwd working directory; by default, an empty directory
   * @returns the output of the program
   * @throws Error with the output if the program fails
   */
  async run(
    command: string,
    args: string[],
    cwd = mkdtempSync(path.join(this.directory, 'run-')),
  ): Promise<string> {
    const { NODE_OPTIONS, ...env } = process.env;
    const child = spawn(command, args, {
      cwd,
      env: {
        ...env,
        PATH: `${this.directory}/bin:${env.PATH}`,
        KEY: this.product.key,
        GCD_API_KEY: this.product.key,
        GCD_API_URL: this.product.apiUrl,
        DATA_DIR: this.product.dataDir,
        PYTHONPATH: path.join(ROOT, 'clients/python/src'),
        PYTHONDONTWRITEBYTECODE: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    if (status !== 0) throw new Error(`It exited with ${status}:\n${output}${errors}`);
    return output;
  }

  shell(code: string, cwd?: string): Promise<string> {
    return this.run('bash', ['-euo', 'pipefail', '-c', code], cwd);
  }

  /** Converts a TypeScript program to JavaScript, and writes it to a file. @returns the path of the file */
  writeJavaScript(name: string, code: string): string {
    const file = path.join(this.directory, `${name.replaceAll(/\W/g, '-')}.js`);
    const parser = { syntax: 'typescript' } as const;
    writeFileSync(file, transformSync(code, { jsc: { parser, target: 'es2022' } }).code);
    return file;
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}
