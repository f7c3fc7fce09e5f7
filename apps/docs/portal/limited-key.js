import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ADMIN = fileURLToPath(new URL('../../../infra/local/dist/admin.js', import.meta.url));
const NAME = 'examples';
/**
 * Options for the plan of the key. Its rate limit is below the number of simultaneous requests that `errorRequest`
 * sends to cause `rate_limited`.
 */
const PLAN = ['--rate', '20', '--period', 'day', '--base', '0'];

/**
 * An API key with a low rate limit and without permissions or quota. It is created in the stack that `npm start` runs.
 */
export class LimitedKey {
  constructor(created) {
    this.key = created.key;
    this.id = created.id;
  }

  static async create() {
    await admin('plans', 'set', NAME, ...PLAN);
    return new LimitedKey(await admin('keys', 'create', '--plan', NAME, '--name', NAME));
  }

  disable() {
    return admin('keys', 'disable', this.id);
  }
}

async function admin(...args) {
  const { stdout } = await promisify(execFile)(process.execPath, [ADMIN, ...args, '--json']);
  return JSON.parse(stdout);
}
