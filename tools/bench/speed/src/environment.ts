import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { dataDir } from '@gcd/local';
import { fill, makeKeys, type Size, writePaths } from './dataset.js';
import { type Infrastructure, startInfrastructure } from './infrastructure.js';
import { say } from './log.js';
import { startProduct, type Target } from './targets.js';

const CERT_PATHS = `select '/v1/certs/' || grader || '/' || cert from certs`;

/** Servers with a dataset, and the product on them. */
export interface Stage {
  readonly size: Size;
  readonly directory: string;
  readonly infrastructure: Infrastructure;
  /** A key on each line. */
  readonly keysFile: string;
  /** The path of a cert on each line: every cert there is. */
  readonly certsFile: string;
  readonly product: Target;
  stop(): Promise<void>;
}

/** Sets a stage up. What was loaded for an earlier run is used again. */
export async function setStage(size: Size): Promise<Stage> {
  const directory = path.join(dataDir(), 'bench', `${size.cards}-cards-${size.certs}-certs`);
  mkdirSync(directory, { recursive: true });
  say(`Starting PostgreSQL, NATS and Redis in ${directory} …`);
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

/** Where the paths to call for a purpose are written. */
export function pathsFile(directory: string, name: string): string {
  return path.join(directory, 'paths', `${name}.txt`);
}
