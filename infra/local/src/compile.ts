import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { type Options, transformFile } from '@swc/core';
import { ROOT, type SourcePackage } from './packages.js';

const BUNDLE = path.join(ROOT, 'infra/bundle.mjs');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** Compiler options of `tsconfig.base.json`, for a compiler that processes one file at a time. */
const OPTIONS: Options = {
  swcrc: false,
  sourceMaps: true,
  jsc: {
    target: 'es2022',
    transform: {
      legacyDecorator: true,
      decoratorMetadata: true,
      react: { runtime: 'automatic', importSource: 'preact' },
    },
  },
  module: { type: 'es6' },
};

/**
 * Compiles a source file of a package without type checking. If the source file no longer exists, its output is
 * removed.
 * @param file path within `src`
 * @throws Error with the position of a syntax error
 */
export async function compileFile({ directory }: SourcePackage, file: string): Promise<void> {
  const source = path.join(directory, 'src', file);
  const output = path.join(directory, 'dist', file.replace(/\.tsx?$/, '.js'));
  if (!existsSync(source)) return rmSync(output, { force: true });
  const parser = { syntax: 'typescript', tsx: file.endsWith('x'), decorators: true } as const;
  const { code, map } = await transformFile(source, {
    ...OPTIONS,
    jsc: { ...OPTIONS.jsc, parser },
  });
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, `${code}\n//# sourceMappingURL=${path.basename(output)}.map\n`);
  if (map) writeFileSync(`${output}.map`, map);
}

/** Bundles the compiled files of an app. @throws Error if bundling fails */
export async function bundleApp(app: SourcePackage): Promise<void> {
  // Compile `main.ts` again, because the previous bundle has overwritten its compiled output.
  await compileFile(app, 'main.ts');
  const problems = await outputOfFailure(process.execPath, [BUNDLE], app.directory);
  if (problems) throw new Error(problems);
}

/** Runs a package's build script. @returns the script's output if it failed */
export function buildPackage({ directory }: SourcePackage): Promise<string> {
  return outputOfFailure('npm', ['run', '-s', 'build'], directory);
}

/** Checks the types of a package. @returns the errors; empty if there are none or the check was aborted */
export function checkTypes({ directory }: SourcePackage, signal: AbortSignal): Promise<string> {
  const args = [TSC, '-p', directory, '--noEmit'];
  return outputOfFailure(process.execPath, args, ROOT, signal).catch(() => '');
}

async function outputOfFailure(
  command: string,
  args: readonly string[],
  cwd: string,
  signal?: AbortSignal,
): Promise<string> {
  const child = spawn(command, args, {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(signal && { signal }),
  });
  const [output, errors, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ]);
  return status === 0 ? '' : `${output}${errors}`;
}
