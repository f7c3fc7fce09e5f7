import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface SourcePackage {
  readonly name: string;
  readonly directory: string;
  /** Packages of this repository that are needed to build this package, including the package itself. */
  readonly uses: ReadonlySet<string>;
}

interface Manifest {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Lists all packages that the given apps are built from, in build order. */
export function packagesOf(apps: readonly string[]): SourcePackage[] {
  const manifests = readManifests();
  const usesOf = (name: string): string[] => {
    const dependencies = Object.keys(manifests.get(name)?.manifest.dependencies ?? {});
    return [name, ...dependencies.filter((each) => manifests.has(each)).flatMap(usesOf)];
  };
  const needed = new Set(apps.flatMap((app) => usesOf(`@gcd/${app}`)));
  return [...needed]
    .map((name) => ({
      name,
      directory: manifests.get(name)?.directory ?? '',
      uses: new Set(usesOf(name)),
    }))
    .sort((one, other) => one.uses.size - other.uses.size);
}

function readManifests(): Map<string, { directory: string; manifest: Manifest }> {
  const folders = ['apps', 'libs', 'clients'].flatMap((parent) =>
    readdirSync(path.join(ROOT, parent)).map((folder) => path.join(ROOT, parent, folder)),
  );
  return new Map(
    folders
      .filter((directory) => existsSync(path.join(directory, 'package.json')))
      .map((directory) => {
        const manifest: Manifest = JSON.parse(
          readFileSync(path.join(directory, 'package.json'), 'utf8'),
        );
        return [manifest.name, { directory, manifest }];
      }),
  );
}
