import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { dataDir } from '@gcd/local';
import { fill, makeKeys, type Size, writePaths } from './dataset.js';
import { type Infrastructure, startInfrastructure } from './infrastructure.js';
import { log } from './log.js';
import { startProduct, type Target } from './targets.js';

const CERT_PATHS = `select '/v1/certs/' || grader || '/' || cert from certs`;

/** Servers with a dataset, and the product running on them. */
export interface Environment {
  readonly size: Size;
  readonly directory: string;
  readonly infrastructure: Infrastructure;
  /** File with one key per line. */
  readonly keysFile: string;
  /** File with one path per line, for every cert. */
  readonly certsFile: string;
  readonly product: Target;
  stop(): Promise<void>;
}

/** Sets up an environment, reusing the dataset of an earlier run. */
export async function createEnvironment(size: Size): Promise<Environment> {
  const directory = path.join(dataDir(), 'bench', `${size.cards}-cards-${size.certs}-certs`);
  mkdirSync(directory, { recursive: true });
  log(`Starting PostgreSQL, NATS and Redis in ${directory} …`);
  const infrastructure = await startInfrastructure(directory);
  try {
    await fill(size, directory, infrastructure.urls);
    const keysFile = await makeKeys(directory, infrastructure.urls);
    const { databaseUrl } = infrastructure.urls;
    const certsFile = await writePaths(databaseUrl, pathsFile(directory, 'certs'), CERT_PATHS);
    const product = await startProduct(infrastructure, directory);
    return {
      size,
      directory,
      infrastructure,
      keysFile,
      certsFile,
      product,
      async stop() {
        await product.stop();
        await infrastructure.stop();
      },
    };
  } catch (error) {
    await infrastructure.stop();
    throw error;
  }
}

export function pathsFile(directory: string, name: string): string {
  return path.join(directory, 'paths', `${name}.txt`);
}
