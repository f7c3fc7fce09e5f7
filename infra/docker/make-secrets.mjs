// Creates a password for every account, and writes the secrets that each service needs to its volume.
// Existing secrets are kept. docs/operations/rotate.md explains how to rotate a password.
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const WITH_DATABASE = ['gateway', 'certs', 'cards', 'search', 'changes'];
const ALL = process.argv[2] ?? '/secrets';

/**
 * Returns a user's password, and creates it on first use. Passwords start with a letter, because NATS would parse a
 * leading digit as a number.
 */
function password(server, user) {
  const file = `${ALL}/${server}-${user}`;
  if (!existsSync(file))
    writeFileSync(file, `p${randomBytes(32).toString('hex')}`, { mode: 0o600 });
  return readFileSync(file, 'utf8');
}

/**
 * Writes a secret to the volume of one service. No other service mounts this volume. Every user can read the file,
 * because services run as different users.
 */
function give(service, name, content) {
  mkdirSync(`${ALL}/for/${service}`, { recursive: true });
  writeFileSync(`${ALL}/for/${service}/${name}`, content, { mode: 0o644 });
}

const lines = (values) =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
const passwords = (server, users) =>
  lines(
    Object.fromEntries(
      users.map((user) => [`${user.toUpperCase()}_PASSWORD`, password(server, user)]),
    ),
  );
const database = (role, user) =>
  `postgres://${role}:${password('database', user)}@postgres:5432/gcd`;
const nats = (user) => `nats://${user}:${password('nats', user)}@nats:4222`;

give('postgres', 'owner', password('database', 'owner'));
give(
  'roles',
  'env',
  lines({ DATABASE_URL: database('gcd_owner', 'owner') }) + passwords('database', WITH_DATABASE),
);
give('nats', 'env', passwords('nats', [...WITH_DATABASE, 'catalogs', 'admin']));
give('redis', 'env', passwords('redis', ['gateway']));
give(
  'admin',
  'env',
  lines({ DATABASE_URL: database('gcd_owner', 'owner'), NATS_URL: nats('admin') }),
);
give('catalogs', 'env', lines({ NATS_URL: nats('catalogs') }));
for (const app of WITH_DATABASE) {
  const redis = app === 'gateway' && {
    REDIS_URL: `redis://gateway:${password('redis', 'gateway')}@redis:6379`,
  };
  give(
    app,
    'env',
    lines({ DATABASE_URL: database(`gcd_${app}`, app), NATS_URL: nats(app), ...redis }),
  );
}
for (const app of ['changes', 'catalogs']) {
  give(app, 'cursor-keys', `${password('cursors', 'key').slice(1)}\n`);
}
// Make these volumes writable for jobs that run as another user. The jobs write API keys, which can be created only
// while the database is running, and lists of rejected rows.
for (const owner of ['site', 'demo', 'rejects']) {
  mkdirSync(`${ALL}/for/${owner}`, { recursive: true });
  chmodSync(`${ALL}/for/${owner}`, 0o777);
}
