// Prints every secret that the manifests refer to, with new random values. Create them only once, because cursors that
// were signed with the old keys would be rejected. Secrets from a vault have the same names and keys:
//
// node infra/k8s/secrets.mjs | kubectl create -n gcd -f -
import { randomBytes } from 'node:crypto';

const APPS = ['gateway', 'certs', 'cards', 'search', 'changes'];
const SECRETS = {
  'postgres-passwords': ['owner', ...APPS],
  'nats-passwords': [...APPS, 'catalogs', 'admin', 'route'],
  'redis-passwords': ['gateway'],
  'cursor-keys': ['keys'],
};

// A password starts with a letter, because NATS would parse a leading digit as a number. A cursor key consists of 64
// hexadecimal digits.
const secretFor = (secret) =>
  `${secret === 'cursor-keys' ? '' : 'p'}${randomBytes(32).toString('hex')}`;

const items = Object.entries(SECRETS).map(([name, keys]) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  stringData: Object.fromEntries(keys.map((key) => [key, secretFor(name)])),
}));
console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2));
