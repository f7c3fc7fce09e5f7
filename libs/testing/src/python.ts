import { spawnSync } from 'node:child_process';

const CANDIDATES = [process.env.PYTHON, 'python3', '/usr/bin/python3'].filter(
  (each) => each !== undefined,
);

/**
 * Finds a Python interpreter that is new enough and can import the modules. If there is none, prints which tests are
 * skipped and what to install.
 * @returns null if there is none
 */
export function pythonWith(modules: string, skipped: string, install: string): string | null {
  const code = `import sys, ${modules}; sys.exit(sys.version_info < (3, 11))`;
  const found = CANDIDATES.find(
    (candidate) => spawnSync(candidate, ['-c', code], { stdio: 'ignore' }).status === 0,
  );
  if (!found) process.stderr.write(`SKIPPED: ${skipped}. To run them: ${install}\n`);
  return found ?? null;
}
