import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import getPort from 'get-port';
import { cacheFolder } from './find.js';
import { launch, type Server, type ServerOptions } from './server.js';

const run = promisify(execFile);

const SOURCE = fileURLToPath(new URL('../../../../tools/opensearch', import.meta.url));
const FILES = ['pom.xml', 'OpenSearchNode.java'];

export interface OpenSearchOptions extends ServerOptions {
  /** Number of nodes, each with its own process. @default 1 */
  nodes?: 1 | 3;
  /** Heap of each node. @default 512 */
  heapMegabytes?: number;
}

/** Returns what OpenSearch needs but this machine lacks, as a sentence; null if nothing is missing. */
export function missingForOpenSearch(): string | null {
  const missing = ['java', 'mvn'].filter(
    (program) => spawnSync(program, ['-version']).status !== 0,
  );
  if (missing.length === 0) return null;
  return `OpenSearch needs Java 17 and Maven, but ${missing.join(' and ')} cannot be run.`;
}

/** Starts a cluster of OpenSearch on the loopback address. @returns its nodes */
export async function startOpenSearch(options: OpenSearchOptions): Promise<Server[]> {
  const { nodes = 1, heapMegabytes = 512, dir, keep } = options;
  const classes = await compiled(options.log);
  const names = Array.from({ length: nodes }, (_, index) => `node-${index + 1}`);
  const ports = await Promise.all(names.map(() => getPort({ host: '127.0.0.1' })));
  const seeds = ports.map((port) => `127.0.0.1:${port}`);
  return Promise.all(
    names.map((name, index) =>
      launch(
        {
          ...(nodes === 3 && !keep && { shared: dir }),
          ...options,
          dir: nodes === 1 ? dir : path.join(dir, name),
        },
        {
          title: 'OpenSearch',
          found: { file: 'java', env: {} },
          url: (port) => `http://127.0.0.1:${port}`,
          command: (folder, port) => [
            'java',
            `-Xms${heapMegabytes}m`,
            `-Xmx${heapMegabytes}m`,
            '-cp',
            `${classes}/target/classes:${classes}/lib/*`,
            'OpenSearchNode',
            'cluster.name=gcd',
            `node.name=${name}`,
            `path.home=${folder}`,
            `http.port=${port}`,
            `transport.port=${ports[index]}`,
            'network.host=127.0.0.1',
            `discovery.seed_hosts=${seeds}`,
            `cluster.initial_cluster_manager_nodes=${names}`,
            // A disk that other programs have filled to 85 % would get no copies of shards.
            'cluster.routing.allocation.disk.threshold_enabled=false',
          ],
          isReady: async (_folder, port) => {
            const response = await fetch(`http://127.0.0.1:${port}/_cluster/health`);
            const { number_of_nodes } = (await response.json()) as { number_of_nodes?: number };
            return number_of_nodes === nodes;
          },
        },
      ),
    ),
  );
}

/** Returns the folder with the compiled program and its libraries. Maven downloads them once. */
async function compiled(log: (line: string) => void): Promise<string> {
  const missing = missingForOpenSearch();
  if (missing) throw new Error(missing);
  const hash = createHash('sha256');
  for (const file of FILES) hash.update(readFileSync(path.join(SOURCE, file)));
  const cache = cacheFolder();
  const place = path.join(cache, `opensearch-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(place)) return place;
  log(`Downloading OpenSearch to ${place} once; this may take a minute`);
  mkdirSync(cache, { recursive: true });
  const work = mkdtempSync(path.join(cache, `fetching-${process.pid}-`));
  try {
    for (const file of FILES) cpSync(path.join(SOURCE, file), path.join(work, file));
    const goals = ['compile', 'dependency:copy-dependencies', '-DoutputDirectory=lib'];
    await run('mvn', ['-q', '-B', ...goals], { cwd: work }).catch(({ stdout }) => {
      throw new Error(`Maven cannot download OpenSearch: ${stdout}`);
    });
    // The servers' account must be able to read the files regardless of the umask.
    await run('chmod', ['-R', 'a+rX', path.dirname(cache)]);
    if (!existsSync(place)) renameSync(work, place);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return place;
}
