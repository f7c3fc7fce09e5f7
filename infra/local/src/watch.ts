import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildPackage, bundleApp, checkTypes, compileFile } from './compile.js';
import { packagesOf, type SourcePackage } from './packages.js';
import type { SupervisedApp } from './supervised-app.js';
import { watchTree } from './watch-tree.js';

/** Folders that the build of a package reads. */
const FOLDERS = ['src', 'assets', 'guides', 'portal'];
const SOURCE = /(?<!\.spec)\.tsx?$/;
/**
 * Time in milliseconds to wait for more changes, because editors save a file in several steps and often save several
 * files at once.
 */
const SETTLE_MS = 50;

export type WatchedApp = Pick<SupervisedApp, 'name' | 'restart'>;

export function watchApps(apps: readonly SupervisedApp[], log: (line: string) => void): void {
  const packages = packagesOf(apps.map(({ name }) => name));
  const watched = apps.map((app) => ({
    name: app.name,
    async restart() {
      const own = packages.find(({ name }) => name === `@gcd/${app.name}`);
      if (own) await bundleApp(own);
      await app.restart();
    },
  }));
  watchSources(watched, packages, log);
}

/** The changed files of a package; null if the package's build script must run. */
type Change = Set<string> | null;

/**
 * Compiles changed files, restarts the apps that use them, and then checks types. An app is not restarted if there is a
 * syntax error.
 * @param packages packages from which the apps are built
 * @returns a function that stops watching
 */
export function watchSources(
  apps: readonly WatchedApp[],
  packages: readonly SourcePackage[],
  log: (line: string) => void,
): () => void {
  const changes = new Map<SourcePackage, Change>();
  const outdated = new Set<WatchedApp>();
  let isUpdating = false;
  let check = new AbortController();

  async function update(): Promise<void> {
    if (isUpdating) return;
    isUpdating = true;
    while (changes.size > 0) {
      const began = performance.now();
      check.abort();
      await sleep(SETTLE_MS);
      const changed = new Map(changes);
      changes.clear();
      const problems = await compileAll(changed);
      for (const app of apps) {
        if ([...changed.keys()].some((each) => isUsedBy(app, each))) outdated.add(app);
      }
      if (problems) log(`${problems}\nNot restarted. Waiting for the next change …`);
      else await Promise.all([...outdated].map((app) => restart(app, began)));
      check = new AbortController();
      if (!problems) void reportTypes([...changed.keys()], check.signal);
    }
    isUpdating = false;
  }

  async function reportTypes(
    changed: readonly SourcePackage[],
    signal: AbortSignal,
  ): Promise<void> {
    for (const each of changed) {
      const wrong = await checkTypes(each, signal);
      if (wrong && !signal.aborted) log(wrong.trimEnd());
    }
  }

  async function restart(app: WatchedApp, began: number): Promise<void> {
    try {
      await app.restart();
      outdated.delete(app);
      log(`${app.name} restarted after ${((performance.now() - began) / 1000).toFixed(1)} s`);
    } catch (error) {
      log(`${app.name} did not start: ${(error as Error).message}`);
    }
  }

  const isUsedBy = (app: WatchedApp, { name }: SourcePackage): boolean =>
    packages.some((each) => each.name === `@gcd/${app.name}` && each.uses.has(name));

  const stops = packages.flatMap((each) =>
    FOLDERS.filter((folder) => existsSync(path.join(each.directory, folder))).map((folder) =>
      watchTree(path.join(each.directory, folder), (file) => {
        const isSource = folder === 'src';
        if (isSource && !SOURCE.test(file)) return;
        const files = changes.has(each) ? changes.get(each) : new Set<string>();
        changes.set(each, isSource && files ? files.add(file) : null);
        void update();
      }),
    ),
  );
  return () => {
    check.abort();
    for (const stop of stops) stop();
  };
}

/** Compiles all changed files. @returns the errors, or an empty string if there are none */
async function compileAll(changed: ReadonlyMap<SourcePackage, Change>): Promise<string> {
  const results = await Promise.all(
    [...changed].flatMap(([each, files]) =>
      files
        ? [...files].map((file) =>
            compileFile(each, file).then(
              () => '',
              (error: Error) => `${path.join(each.directory, 'src', file)}:\n${error.message}`,
            ),
          )
        : [buildPackage(each)],
    ),
  );
  return results.filter(Boolean).join('\n');
}
